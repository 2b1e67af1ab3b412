import { MongoID } from '@bolide/meteor/mongo-id';
import { describe, expect, test } from 'vitest';
import { Crossbar, type CrossbarMessage } from './crossbar.js';

async function matches(notification: CrossbarMessage, trigger: CrossbarMessage): Promise<boolean> {
  const crossbar = new Crossbar();
  let called = false;
  crossbar.listen(trigger, () => {
    called = true;
  });
  await crossbar.fire(notification);
  return called;
}

describe('Crossbar', () => {
  test('calls those whose trigger has no other value of any key', async () => {
    expect(await matches({ collection: 'C' }, { collection: 'C' })).toBe(true);
    expect(await matches({ collection: 'C', id: 'X' }, { collection: 'C' })).toBe(true);
    expect(await matches({ collection: 'C' }, { collection: 'C', id: 'X' })).toBe(true);
    expect(await matches({ collection: 'C', id: 'X' }, { collection: 'C', id: 'X' })).toBe(true);
    expect(await matches({ collection: 'C', id: 'X' }, { collection: 'C', id: 'Y' })).toBe(false);
    expect(await matches({ collection: 'C' }, { collection: 'D' })).toBe(false);
    expect(await matches({ collection: 'constructor' }, { collection: 'D' })).toBe(false);
    expect(await matches({ x: [1] }, { x: [1] })).toBe(true);
    expect(await matches({ x: [1] }, { x: [2] })).toBe(false);
    expect(await matches({ collection: 'C' }, { x: 1 })).toBe(false);
  });

  test('compares object ids by value', async () => {
    const id = () => new MongoID.ObjectID('aaaaaaaaaaaaaaaaaaaaaaaa');
    const other = new MongoID.ObjectID('bbbbbbbbbbbbbbbbbbbbbbbb');
    expect(await matches({ collection: 'C', id: id() }, { collection: 'C', id: id() })).toBe(true);
    expect(await matches({ collection: 'C', id: id() }, { collection: 'C', id: other })).toBe(false);
  });

  test('one after another, without those stopped meanwhile', async () => {
    const crossbar = new Crossbar();
    const calls: string[] = [];
    crossbar.listen({ collection: 'C' }, async () => {
      await Promise.resolve();
      calls.push('first');
      second.stop();
      second.stop();
    });
    const second = crossbar.listen({ collection: 'C' }, () => calls.push('second'));
    crossbar.listen({ collection: 'C' }, () => calls.push('third'));
    await crossbar.fire({ collection: 'C' });
    expect(calls).toEqual(['first', 'third']);
  });

  test('refuses collections without a name', async () => {
    const crossbar = new Crossbar();
    expect(() => crossbar.listen({ collection: '' }, () => {})).toThrow('empty collection');
    await expect(crossbar.fire({ collection: 5 as never })).rejects.toThrow('non-string collection');
  });
});
