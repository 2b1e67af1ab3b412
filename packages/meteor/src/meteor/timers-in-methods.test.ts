import { definePackage, Package } from '@bolide/meteor/core-runtime';
import { Meteor } from '@bolide/meteor/meteor';
import { afterAll, expect, test } from 'vitest';

const before = Package.ddp;
const invocation = new Meteor.EnvironmentVariable<{ isSimulation: boolean } | null>();
definePackage('ddp', { DDP: { _CurrentMethodInvocation: invocation } });
afterAll(() => {
  if (before) definePackage('ddp', before);
  else delete Package.ddp;
});

test('a timer set in a method is no part of the call', async () => {
  const other = new Meteor.EnvironmentVariable<number>();
  const seen = await other.withValue(1, () =>
    invocation.withValue(
      { isSimulation: false },
      () => new Promise((resolve) => Meteor.setTimeout(() => resolve([invocation.get(), other.get()]), 1)),
    ),
  );
  expect(seen).toEqual([null, 1]);
});

test('simulations cannot set timers', () => {
  invocation.withValue({ isSimulation: true }, () => {
    expect(() => Meteor.setTimeout(() => {}, 1)).toThrow("Can't set timers inside simulations");
    expect(() => Meteor.defer(() => {})).toThrow("Can't set timers inside simulations");
  });
});
