import { Meteor } from '@bolide/meteor/meteor';
import { afterEach, expect, test } from 'vitest';
import { readReactivityOrder } from './reactivity-order.js';

afterEach(() => {
  delete Meteor.settings.packages;
});

test('the default', () => {
  expect(readReactivityOrder({})).toEqual(['changeStreams', 'oplog', 'polling']);
});

test('the variable, before the settings', () => {
  Meteor.settings.packages = { mongo: { reactivity: ['polling'] } };
  expect(readReactivityOrder({})).toEqual(['polling']);
  expect(readReactivityOrder({ METEOR_REACTIVITY_ORDER: 'polling, changeStreams' })).toEqual([
    'polling',
    'changeStreams',
  ]);
});

test.each(['nonsense', 'polling,,'])('METEOR_REACTIVITY_ORDER=%s is refused', (value) => {
  expect(() => readReactivityOrder({ METEOR_REACTIVITY_ORDER: value })).toThrow(
    `METEOR_REACTIVITY_ORDER is "${value}". It must name some of changeStreams, oplog, polling`,
  );
});

test.each([[['nonsense']], [5], [[]]])('the setting %j is refused', (reactivity) => {
  Meteor.settings.packages = { mongo: { reactivity } };
  expect(() => readReactivityOrder({})).toThrow('packages.mongo.reactivity of the settings is');
});
