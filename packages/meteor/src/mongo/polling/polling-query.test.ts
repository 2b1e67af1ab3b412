import { DDPServer } from '@bolide/meteor/ddp-server';
import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { expect, test } from 'vitest';
import { FakeDatabase } from '../test-support/fake-database.js';
import { RecordingSink } from '../test-support/recording-sink.js';
import { PollingQuery } from './polling-query.js';

async function observe(selector: unknown, options: Document = {}, ordered = false) {
  const database = new FakeDatabase();
  const sink = new RecordingSink(ordered);
  const query = { collectionName: 'fake', selector, options: { pollingIntervalMs: 60_000, ...options } };
  const polling = new PollingQuery({ query, sink, source: database });
  await polling.start();
  return { database, sink, polling };
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500 && !condition(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

test('a write of this process is seen without waiting for the next time', async () => {
  const { database, sink, polling } = await observe({});
  expect(sink.isReady).toBe(true);
  database.documents.insert({ _id: 'a' });
  await Meteor.refresh({ collection: 'fake' });
  await until(() => sink.ids.length === 1);
  polling.stop();
});

test('writes of others are seen at the next time', async () => {
  const { database, sink, polling } = await observe({}, { pollingIntervalMs: 10 });
  database.documents.insert({ _id: 'a' });
  await until(() => sink.ids.length === 1);
  polling.stop();
  const { length } = database.queries;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(database.queries).toHaveLength(length);
});

test('writes to other documents than those that it names are none of its business', async () => {
  const { database, polling } = await observe({ _id: 'a' });
  await Meteor.refresh({ collection: 'fake', id: 'b' });
  await Meteor.refresh({ collection: 'other' });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(database.queries).toHaveLength(1);
  await Meteor.refresh({ collection: 'fake', id: 'a' });
  await until(() => database.queries.length === 2);
  polling.stop();
});

test('many writes at once are one run, after the throttle', async () => {
  const { database, polling } = await observe({}, { pollingThrottleMs: 30 });
  for (let n = 0; n < 20; n++) await Meteor.refresh({ collection: 'fake' });
  await until(() => database.queries.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(database.queries).toHaveLength(2);
  polling.stop();
});

test('a fence waits for the run that sees its write', async () => {
  const { database, sink, polling } = await observe({});
  const fence = new DDPServer._WriteFence();
  await DDPServer._CurrentWriteFence.withValue(fence, async () => {
    database.documents.insert({ _id: 'a' });
    await Meteor.refresh({ collection: 'fake' });
  });
  const seen: unknown[] = [];
  fence.onAllCommitted(() => seen.push(...sink.ids));
  await fence.armAndWait();
  expect(seen).toEqual(['a']);
  polling.stop();
});

test('an ordered result is told of in order', async () => {
  const { database, sink, polling } = await observe({}, { sort: { n: 1 } }, true);
  database.documents.insert({ _id: 'b', n: 2 });
  database.documents.insert({ _id: 'a', n: 1 });
  await Meteor.refresh({ collection: 'fake' });
  await until(() => sink.ids.join() === 'a,b');
  database.documents.update('a', { $set: { n: 3 } });
  await Meteor.refresh({ collection: 'fake' });
  await until(() => sink.ids.join() === 'b,a');
  expect(sink.log.filter(([what]) => what === 'movedBefore')).toHaveLength(1);
  polling.stop();
});

test('an error of the first run comes out', async () => {
  const database = new FakeDatabase();
  database.beforeAnswer = async () => {
    throw new Error('bad query');
  };
  const query = { collectionName: 'fake', selector: {}, options: {} };
  const polling = new PollingQuery({ query, sink: new RecordingSink(false), source: database });
  await expect(polling.start()).rejects.toThrow('bad query');
});
