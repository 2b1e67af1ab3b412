import { EJSON } from '@bolide/meteor/ejson';
import { expect, test } from 'vitest';
import { MessageQueue } from './message-queue.js';

test('first in, first out, and counts sizes', () => {
  const queue = new MessageQueue();
  expect(queue.shift()).toBe(undefined);
  let next = 0;
  let added = 0;
  for (let round = 0; round < 50; round++) {
    for (let i = 0; i < 100; i++) {
      const message = { id: String(added++).padStart(4) };
      queue.push(message, JSON.stringify(message));
    }
    for (let i = 0; i < 60; i++) expect(Number(queue.shift()?.id)).toBe(next++);
    expect(queue.size).toBe(queue.length * '{"id":"   0"}'.length);
  }
  while (queue.length > 0) expect(Number(queue.shift()?.id)).toBe(next++);
  expect(next).toBe(5000);
  expect(queue.size).toBe(0);
  queue.push({ id: 'again' }, '');
  expect(queue.shift()?.id).toBe('again');
});

test('keeps the text alone of what would take much memory, and reads it again', () => {
  const queue = new MessageQueue();
  const text = `{"params":[{"$date":5},"${'x'.repeat(100_000)}"]}`;
  for (let i = 0; i < 5; i++) {
    // Not what the text says, to show which of the two was kept.
    queue.push({ id: 'object' }, text);
  }
  expect(queue.size).toBe(5 * text.length);
  const shifted = Array.from({ length: 5 }, () => queue.shift());
  expect(shifted.map((message) => message?.id)).toEqual(['object', 'object', undefined, undefined, undefined]);
  expect(shifted[4]?.params).toEqual([new Date(5), expect.any(String)]);
  queue.push({ id: 'object' }, text);
  expect(queue.shift()?.id).toBe('object');
});

test('a type of the app that can be read only once makes a message of nothing', () => {
  EJSON.addType('message-queue-test', () => {
    throw new Error('not again');
  });
  const queue = new MessageQueue();
  const text = `{"params":[{"$type":"message-queue-test","$value":1},"${'x'.repeat(300_000)}"]}`;
  queue.push({ msg: 'method' }, text);
  expect(queue.shift()).toEqual({});
});
