import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Frame, TestDdp } from '../support/ddp.js';
import { buildServer } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.js';

const APP = `
import { Meteor } from 'meteor/meteor';
import { Mongo } from 'meteor/mongo';

const Tasks = new Mongo.Collection('tasks');
const Tags = new Mongo.Collection('tags');
// The driver's objects are there at once.
const raw = Tasks.rawCollection();

Meteor.startup(async () => {
  await Tasks.createIndexAsync({ rank: 1 });
});
Meteor.publish('tasks', () => Tasks.find({ hidden: { $ne: true } }));
Meteor.publish('first', (limit) => Tasks.find({}, { sort: { rank: 1 }, limit }));
Meteor.publish('both', () => [Tasks.find(), Tags.find()]);
Meteor.methods({
  add: (task) => Tasks.insertAsync(task),
  set: (id, fields) => Tasks.updateAsync(id, { $set: fields }),
  remove: (id) => Tasks.removeAsync(id),
  tag: (name) => Tags.upsertAsync({ name }, { $inc: { count: 1 } }),
  all: () => Tasks.find({}, { sort: { rank: 1 } }).fetchAsync(),
  names: async () => raw.distinct('name'),
});
`;

let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = await temporaryFolder(true);
  const app = join(folder, 'app');
  await writeFiles(app, {
    '.meteor/packages': 'meteor\nwebapp\nddp\nmongo\n',
    '.meteor/release': 'METEOR@3.4\n',
    'package.json': JSON.stringify({ name: 'sample', meteor: { mainModule: { server: 'server/main.js' } } }),
    'server/main.js': APP,
  });
  bundle = await buildServer(app);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(runtimes)('an app with collections on $name', (runtime) => {
  let server: TestServer;
  let env: NodeJS.ProcessEnv;
  let alice: TestDdp;
  let bob: TestDdp;

  const connect = async () => {
    alice = await TestDdp.connect(server.url);
    bob = await TestDdp.connect(server.url);
  };
  const documentFrames = ({ frames }: TestDdp): Frame[] =>
    frames.filter(({ collection }) => collection !== undefined).map((frame) => ({ ...frame }));

  beforeAll(async () => {
    env = { BOLIDE_DATA_DIR: join(folder, `data-${runtime.name}`), MONGO_URL: '' };
    server = await TestServer.start(bundle, runtime, { env });
    await connect();
  });
  afterAll(async () => {
    await alice?.close();
    await bob?.close();
    expect(await server?.stop()).toBe(0);
    expect(server.output).not.toMatch(/TypeError|RangeError|Unhandled|uncaught/i);
  });

  test('what one client writes, the other sees; `updated` comes after the data', async () => {
    await alice.subscribe('tasks');
    await bob.subscribe('tasks');
    const { result: id } = await alice.call('add', { _id: 'one', name: 'write', rank: 2 });
    expect(id).toBe('one');
    await bob.next(({ msg, id: of }) => msg === 'added' && of === 'one');
    await alice.next(({ msg }) => msg === 'updated');
    const order = alice.frames.map(({ msg }) => msg).filter((msg) => msg === 'added' || msg === 'updated');
    expect(order).toEqual(['added', 'updated']);
    await alice.call('set', 'one', { name: 'read', done: true });
    await bob.next(({ msg }) => msg === 'changed');
    await alice.call('set', 'one', { hidden: true });
    await bob.next(({ msg }) => msg === 'removed');
    expect(documentFrames(bob)).toEqual([
      { msg: 'added', collection: 'tasks', id: 'one', fields: { name: 'write', rank: 2 } },
      { msg: 'changed', collection: 'tasks', id: 'one', fields: { name: 'read', done: true } },
      { msg: 'removed', collection: 'tasks', id: 'one' },
    ]);
  });

  test('a publication with a limit has the first ones, whatever comes and goes', async () => {
    const carol = await TestDdp.connect(server.url);
    await carol.call('add', { _id: 'two', name: 'two', rank: 4 });
    await carol.call('add', { _id: 'three', name: 'three', rank: 6 });
    await carol.subscribe('first', 2);
    const ids = () => {
      const seen = new Set<unknown>();
      for (const { msg, id } of documentFrames(carol)) {
        if (msg === 'added') seen.add(id);
        if (msg === 'removed') seen.delete(id);
      }
      return [...seen].sort().join();
    };
    expect(ids()).toBe('one,two');
    await carol.call('set', 'one', { rank: 9 });
    await carol.next(({ msg, id }) => msg === 'added' && id === 'three');
    await carol.call('remove', 'two');
    await carol.next(({ msg, id }) => msg === 'removed' && id === 'two');
    expect(ids()).toBe('one,three');
    await carol.close();
  });

  test('several cursors are published at once', async () => {
    await alice.call('tag', 'blue');
    const dave = await TestDdp.connect(server.url);
    await dave.subscribe('both');
    const ready = dave.frames.findIndex(({ msg }) => msg === 'ready');
    const before = dave.frames.slice(0, ready).map(({ collection }) => collection);
    expect(new Set(before)).toEqual(new Set([undefined, 'tasks', 'tags']));
    await alice.call('tag', 'blue');
    const change = await dave.next(({ msg }) => msg === 'changed');
    expect(change).toMatchObject({ collection: 'tags', fields: { count: 2 } });
    await dave.close();
  });

  test('a restart keeps the data', async () => {
    const { result: before } = await alice.call('all');
    expect(before).toHaveLength(2);
    await alice.close();
    await bob.close();
    expect(await server.stop()).toBe(0);
    server = await TestServer.start(bundle, runtime, { env });
    await connect();
    expect((await alice.call('all')).result).toEqual(before);
    expect((await alice.call('names')).result).toEqual(['read', 'three']);
  });

  test('a second server on the same data says so, and ends', async () => {
    const second = await TestServer.spawn(bundle, runtime, { env });
    await second.closed;
    expect(second.process.exitCode).toBe(1);
    expect(second.output).toContain(`The embedded database cannot start in ${env.BOLIDE_DATA_DIR}`);
  });
});

describe.each(runtimes)('observing by polling on $name', (runtime) => {
  test('what one client writes, the other sees at once; `updated` comes after the data', async () => {
    const server = await TestServer.start(bundle, runtime, {
      env: {
        BOLIDE_DATA_DIR: join(folder, `polled-${runtime.name}`),
        MONGO_URL: '',
        METEOR_REACTIVITY_ORDER: 'polling',
        METEOR_POLLING_INTERVAL_MS: '600000',
      },
    });
    const alice = await TestDdp.connect(server.url);
    const bob = await TestDdp.connect(server.url);
    await alice.subscribe('tasks');
    await bob.subscribe('first', 1);
    await alice.call('add', { _id: 'one', rank: 1 });
    await bob.next(({ msg, id }) => msg === 'added' && id === 'one');
    await alice.next(({ msg }) => msg === 'updated');
    const order = alice.frames.map(({ msg }) => msg).filter((msg) => msg === 'added' || msg === 'updated');
    expect(order).toEqual(['added', 'updated']);
    await alice.close();
    await bob.close();
    expect(await server.stop()).toBe(0);
  });

  test('a METEOR_REACTIVITY_ORDER that makes no sense ends the server with a message', async () => {
    const server = await TestServer.spawn(bundle, runtime, {
      env: { BOLIDE_DATA_DIR: join(folder, 'unused'), MONGO_URL: '', METEOR_REACTIVITY_ORDER: 'nonsense' },
    });
    await server.closed;
    expect(server.process.exitCode).toBe(1);
    expect(server.output).toContain('METEOR_REACTIVITY_ORDER is "nonsense". It must name some of');
  });
});

describe.each(runtimes)('a MONGO_URL on $name', (runtime) => {
  test.each([
    ['mongodb://me:secret@127.0.0.1:1/app?serverSelectionTimeoutMS=300', 'MONGO_URL mongodb://me:***@127.0.0.1:1/app'],
    ['http://localhost/', 'MONGO_URL http://localhost/ cannot be used'],
    ['mongodb://me:secret@localhost/a%20b', 'MONGO_URL mongodb://me:***@localhost/a%20b cannot be used'],
  ])('%s ends the server with a message', async (url, message) => {
    const server = await TestServer.spawn(bundle, runtime, { env: { MONGO_URL: url } });
    await server.closed;
    expect(server.process.exitCode).toBe(1);
    expect(server.output).toContain(message);
    expect(server.output).not.toContain('secret');
  });
});
