import { Package } from '@bolide/meteor/core-runtime';
import {
  currentMethodInvocation,
  currentPublicationInvocation,
  type PublishFunction,
  type Subscription,
} from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { Server } from '../meteor-server.js';
import { publicationStrategies } from '../publication-strategies.js';
import { deferred, logged, ProtocolClient, settle, until } from '../test-support/protocol-client.js';

function setUp(publications: Record<string, PublishFunction> = {}, limits = {}) {
  const server = new Server({ heartbeatInterval: 0 }, limits);
  server.publish(publications);
  return { server, client: ProtocolClient.connected(server) };
}

/** A cursor as `_publishCursor` asks for it. */
function cursor(collection: string, ids: readonly string[], delay?: Promise<unknown>) {
  return {
    _getCollectionName: () => collection,
    async _publishCursor(subscription: Subscription) {
      await delay;
      for (const id of ids) subscription.added(collection, id, { of: collection });
    },
  };
}

function nosub(id: string, error: object) {
  return { msg: 'nosub', id, error: expect.objectContaining(error) };
}

describe('the publish function', () => {
  test('sends documents, their changes and removals, and ready', () => {
    const { client } = setUp({
      all() {
        this.added('c', 'a', { _id: 'ignored', x: 1, when: new Date(5) });
        this.added('c', 'b');
        this.ready();
        this.ready();
        this.changed('c', 'a', { x: undefined, y: 2 });
        this.changed('c', 'a', { y: 2 });
        this.removed('c', 'b');
      },
    });
    client.sub('1', 'all');
    expect(client.take()).toEqual([
      { msg: 'added', collection: 'c', id: 'a', fields: { x: 1, when: { $date: 5 } } },
      { msg: 'added', collection: 'c', id: 'b' },
      { msg: 'ready', subs: ['1'] },
      { msg: 'changed', collection: 'c', id: 'a', fields: { y: 2 }, cleared: ['x'] },
      { msg: 'removed', collection: 'c', id: 'b' },
    ]);
  });

  test('gets copies of the parameters, and `this`', () => {
    const params: unknown[] = [];
    let self: Subscription | undefined;
    let current: unknown;
    const { client } = setUp({
      look(...given: unknown[]) {
        params.push(...given);
        self = this;
        current = currentPublicationInvocation.get();
      },
    });
    client.sub('1', 'look', { $date: 5 }, 'x');
    expect(params).toEqual([new Date(5), 'x']);
    expect(self?.userId).toBe(null);
    expect(self?.connection).toBe(client.session.connectionHandle);
    expect(current).toBe(self);
    expect(currentPublicationInvocation.get()).toBe(undefined);
  });

  test('that ends with unsub: removes its documents, calls onStop, answers nosub', () => {
    const stopped: unknown[] = [];
    const { client } = setUp({
      all() {
        this.added('c', 'a', {});
        this.onStop(() => {
          stopped.push(currentPublicationInvocation.get() === this);
          this.added('c', 'late', {});
        });
      },
    });
    client.sub('1', 'all');
    client.take();
    client.unsub('1');
    expect(client.take()).toEqual([
      { msg: 'removed', collection: 'c', id: 'a' },
      { msg: 'nosub', id: '1' },
    ]);
    expect(stopped).toEqual([true]);
    client.unsub('1');
    expect(client.take()).toEqual([{ msg: 'nosub', id: '1' }]);
  });

  test('may stop itself, or fail', async () => {
    const { client } = setUp({
      stops() {
        this.added('c', 'a', {});
        this.stop();
        this.ready();
        this.error(new Error('ignored'));
      },
      fails() {
        this.error(new Meteor.Error('code', 'reason'));
      },
      throws() {
        throw new Error('secret');
      },
      async rejects() {
        throw new Meteor.Error('code');
      },
    });
    client.sub('1', 'stops');
    client.sub('2', 'fails');
    expect(client.take()).toEqual([
      { msg: 'added', collection: 'c', id: 'a' },
      { msg: 'removed', collection: 'c', id: 'a' },
      { msg: 'nosub', id: '1' },
      nosub('2', { error: 'code', reason: 'reason' }),
    ]);
    const lines = await logged(async () => {
      client.sub('3', 'throws');
      client.sub('4', 'rejects');
      await settle();
    });
    expect(client.take()).toEqual([nosub('3', { error: 500 }), nosub('4', { error: 'code' })]);
    expect(lines.join()).toContain('from sub throws id "3"');
    const long = await logged(() => client.sub('x'.repeat(10_000), 'throws'));
    expect(long.join()).toContain(`id "${'x'.repeat(100)}…"`);
    expect(client.take()).toHaveLength(1);
    expect(client.session._namedSubs.size).toBe(0);
  });

  test('that does not exist is 404', () => {
    const { client } = setUp();
    for (const name of ['missing', 'constructor', '__proto__']) {
      client.sub('1', name);
      expect(client.take()).toEqual([nosub('1', { error: 404, reason: `Subscription '${name}' not found` })]);
    }
  });

  test('holds later messages until it has finished, or unblocks', async () => {
    const gate = deferred();
    const { server, client } = setUp({
      async slow() {
        await gate.promise;
        this.ready();
      },
      async polite() {
        this.unblock();
        await gate.promise;
        this.ready();
      },
    });
    server.methods({ now: () => 'now' });
    client.sub('1', 'polite');
    client.method('1', 'now');
    expect(client.take().map(({ msg }) => msg)).toEqual(['result', 'updated']);
    client.sub('2', 'slow');
    client.method('2', 'now');
    client.unsub('2');
    expect(client.take()).toEqual([]);
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([
      { msg: 'ready', subs: ['1'] },
      { msg: 'ready', subs: ['2'] },
      { msg: 'result', id: '2', result: 'now' },
      { msg: 'updated', methods: ['2'] },
      { msg: 'nosub', id: '2' },
    ]);
  });
});

describe('identifiers', () => {
  test('of a subscription that lives are ignored, then free again', () => {
    let runs = 0;
    const { client } = setUp({
      count() {
        runs++;
      },
    });
    client.sub('1', 'count');
    client.sub('1', 'count');
    expect(runs).toBe(1);
    expect(client.take()).toEqual([]);
    client.unsub('1');
    client.sub('1', 'count');
    expect(runs).toBe(2);
  });

  test('of documents travel as MongoID writes them', () => {
    const { client } = setUp({
      ids() {
        this.added('c', 'aaaaaaaaaaaaaaaaaaaaaaaa', {});
        this.added('c', '-x', {});
      },
    });
    client.sub('1', 'ids');
    client.unsub('1');
    const messages = client.take();
    expect(messages.map(({ msg, id }) => `${msg} ${id}`)).toEqual([
      'added -aaaaaaaaaaaaaaaaaaaaaaaa',
      'added --x',
      'removed -aaaaaaaaaaaaaaaaaaaaaaaa',
      'removed --x',
      'nosub 1',
    ]);
  });
});

describe('cursors', () => {
  test('publish themselves, then the subscription is ready', async () => {
    const { client } = setUp({
      one: () => cursor('a', ['1', '2']),
      several: async () => [cursor('a', ['2', '3']), cursor('b', ['1'])],
      none: () => [],
    });
    client.sub('1', 'one');
    await settle();
    expect(client.take().map(({ msg, id }) => `${msg} ${id}`)).toEqual(['added 1', 'added 2', 'ready undefined']);
    client.sub('2', 'several');
    client.sub('3', 'none');
    await settle();
    const messages = client.take();
    expect(messages.map(({ msg }) => msg)).toEqual(['added', 'added', 'ready', 'ready']);
    expect(messages.at(-1)?.subs).toEqual(['3']);
  });

  test('of one collection twice, other arrays and other values are refused', async () => {
    const { client } = setUp({
      twice: () => [cursor('a', ['1']), cursor('b', []), cursor('a', ['2'])],
      mixed: () => [cursor('a', []), {}],
      document: () => ({ _id: 'a' }),
      asyncDocument: async () => ({ _id: 'a' }),
      nothing: () => null,
    });
    const lines = await logged(async () => {
      for (const name of ['twice', 'mixed', 'document', 'asyncDocument', 'nothing']) client.sub(name, name);
      await settle();
    });
    expect(client.take()).toEqual([
      nosub('twice', { error: 500 }),
      nosub('mixed', { error: 500 }),
      nosub('document', { error: 500 }),
      nosub('asyncDocument', { error: 500 }),
    ]);
    expect(lines.join()).toContain('multiple cursors for collection a');
    expect(lines.join()).toContain('array of non-Cursors');
    expect(lines.join()).toContain('can only return a Cursor');
  });

  test('that fail end the subscription', async () => {
    const failing = {
      _getCollectionName: () => 'a',
      _publishCursor: () => Promise.reject(new Meteor.Error('broken')),
    };
    const { client } = setUp({ failing: () => failing });
    client.sub('1', 'failing');
    await settle();
    expect(client.take()).toEqual([nosub('1', { error: 'broken' })]);
  });

  test('of a subscription stopped meanwhile are not published', async () => {
    const gate = deferred();
    let published = false;
    const { client } = setUp({
      async slow() {
        this.unblock();
        await gate.promise;
        return {
          _getCollectionName: () => 'a',
          _publishCursor: () => {
            published = true;
          },
        };
      },
    });
    client.sub('1', 'slow');
    client.unsub('1');
    expect(client.take()).toEqual([{ msg: 'nosub', id: '1' }]);
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([]);
    expect(published).toBe(false);
  });

  test('being published when the client unsubscribes: no ready, no documents', async () => {
    const gate = deferred();
    const { client } = setUp({
      slow() {
        this.unblock();
        return cursor('a', ['1'], gate.promise);
      },
    });
    client.sub('1', 'slow');
    client.unsub('1');
    client.sub('1', 'slow');
    expect(client.take()).toEqual([{ msg: 'nosub', id: '1' }]);
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([
      { msg: 'added', collection: 'a', id: '1', fields: { of: 'a' } },
      { msg: 'ready', subs: ['1'] },
    ]);
  });
});

describe('publish', () => {
  test('without a name goes to all clients, present and future', () => {
    const { server, client } = setUp();
    server.publish(null, function () {
      this.added('c', 'a', {});
      this.ready();
    });
    const added = [{ msg: 'added', collection: 'c', id: 'a' }];
    expect(client.take()).toEqual(added);
    const later = new ProtocolClient(server);
    later.send({ msg: 'connect', version: '1', support: ['1'] });
    expect(later.take().slice(1)).toEqual(added);
  });

  test('without a name may fail: its documents go, the client is told nothing else', async () => {
    const { server, client } = setUp();
    const lines = await logged(() => {
      server.publish(null, function () {
        this.added('c', 'a', {});
        throw new Error('secret');
      });
    });
    expect(client.take().map(({ msg }) => msg)).toEqual(['added', 'removed']);
    expect(client.session._universalSubs).toEqual([]);
    expect(lines.join()).toContain('secret');
  });

  test('keeps the first of a name and refuses what is no function', async () => {
    const { server, client } = setUp({
      name() {
        this.added('c', 'first', {});
      },
    });
    const lines = await logged(() => server.publish('name', () => {}));
    expect(lines).toEqual(["Ignoring duplicate publish named 'name'"]);
    client.sub('1', 'name');
    expect(client.take()).toHaveLength(1);
    expect(() => server.publish('other', 5 as never)).toThrow("'other'");
    expect(() => server.publish({ third: null as never })).toThrow("'third'");
  });
});

describe('several subscriptions', () => {
  test('are merged: a document goes when the last one removes it', () => {
    const { client } = setUp({
      x() {
        this.added('c', 'a', { x: 1, both: 'x' });
      },
      y() {
        this.added('c', 'a', { y: 2, both: 'y' });
      },
    });
    client.sub('1', 'x');
    client.sub('2', 'y');
    client.unsub('1');
    client.unsub('2');
    expect(client.take()).toEqual([
      { msg: 'added', collection: 'c', id: 'a', fields: { x: 1, both: 'x' } },
      { msg: 'changed', collection: 'c', id: 'a', fields: { y: 2 } },
      { msg: 'changed', collection: 'c', id: 'a', fields: { both: 'y' }, cleared: ['x'] },
      { msg: 'nosub', id: '1' },
      { msg: 'removed', collection: 'c', id: 'a' },
      { msg: 'nosub', id: '2' },
    ]);
    expect(client.session.collectionViews.size).toBe(0);
  });

  test('cannot be more than allowed', () => {
    const { client } = setUp({ nothing: () => {} }, { maxSubscriptions: 2 });
    for (const id of ['1', '2', '3']) client.sub(id, 'nothing');
    expect(client.take()).toEqual([nosub('3', { error: 'too-many-subscriptions' })]);
    client.unsub('1');
    client.sub('3', 'nothing');
    expect(client.take()).toEqual([{ msg: 'nosub', id: '1' }]);
  });

  test('end without a word when the client goes', async () => {
    const calls: string[] = [];
    const { client } = setUp({
      all() {
        this.added('c', 'a', {});
        this.onStop(() => calls.push('stopped'));
        setTimeout(() => {
          this.added('c', 'b', {});
          this.onStop(() => calls.push('at once'));
        }, 20);
      },
    });
    client.sub('1', 'all');
    client.take();
    client.disconnect();
    await until(() => calls.length === 2);
    expect(calls).toEqual(['stopped', 'at once']);
    expect(client.take()).toEqual([]);
  });

  test('misuse is an error in the publish function', () => {
    const errors: string[] = [];
    const attempt = (run: () => void) => {
      try {
        run();
      } catch (error) {
        errors.push((error as Error).message);
      }
    };
    const { client } = setUp({
      wrong() {
        attempt(() => this.changed('c', 'missing', { a: 1 }));
        attempt(() => this.removed('c', 'missing'));
        attempt(() => this.added(undefined as never, 'a', {}));
        attempt(() => this.changed({} as never, 'a', {}));
        attempt(() => this.removed(null as never, 'a'));
      },
    });
    client.sub('1', 'wrong');
    expect(errors).toEqual([
      'Could not find element with id missing to change',
      'Removed nonexistent document missing',
      ...['undefined', 'object', 'object'].map(
        (type) => `The collection of a published document must be the name of one, not of type ${type}`,
      ),
    ]);
    expect(client.take()).toEqual([]);
  });
});

describe('strategies', () => {
  const publications: Record<string, PublishFunction> = {
    x() {
      this.added('c', 'a', { x: 1 });
      this.changed('c', 'a', { x: 1 });
    },
    y() {
      this.added('c', 'a', { x: 2 });
    },
  };

  function run(strategy: keyof typeof publicationStrategies): string[] {
    const { server, client } = setUp(publications);
    server.setPublicationStrategy('c', publicationStrategies[strategy]);
    client.sub('1', 'x');
    client.sub('2', 'y');
    client.unsub('1');
    client.unsub('2');
    return client.take().map(({ msg, fields }) => `${msg}${fields ? ` ${JSON.stringify(fields)}` : ''}`);
  }

  test('SERVER_MERGE sends differences', () => {
    expect(run('SERVER_MERGE')).toEqual(['added {"x":1}', 'changed {"x":2}', 'nosub', 'removed', 'nosub']);
  });

  test('NO_MERGE sends everything and removes what each sent', () => {
    expect(run('NO_MERGE')).toEqual([
      'added {"x":1}',
      'changed {"x":1}',
      'added {"x":2}',
      'removed',
      'nosub',
      'removed',
      'nosub',
    ]);
  });

  test('NO_MERGE_NO_HISTORY removes nothing', () => {
    expect(run('NO_MERGE_NO_HISTORY')).toEqual(['added {"x":1}', 'changed {"x":1}', 'added {"x":2}', 'nosub', 'nosub']);
  });

  test('NO_MERGE_MULTI sends everything and removes with the last', () => {
    expect(run('NO_MERGE_MULTI')).toEqual([
      'added {"x":1}',
      'changed {"x":1}',
      'changed {"x":2}',
      'nosub',
      'removed',
      'nosub',
    ]);
  });

  test('are asked for by collection, with a default', () => {
    const { NO_MERGE, NO_MERGE_MULTI, SERVER_MERGE } = publicationStrategies;
    const server = new Server({ defaultPublicationStrategy: NO_MERGE_MULTI });
    server.setPublicationStrategy('c', NO_MERGE);
    expect(server.getPublicationStrategy('c')).toBe(NO_MERGE);
    expect(server._getPublicationStrategy('other')).toBe(NO_MERGE_MULTI);
    expect(new Server().getPublicationStrategy('constructor')).toBe(SERVER_MERGE);
    expect(() => server.setPublicationStrategy('c', { ...NO_MERGE })).toThrow('Invalid publication strategy');
  });
});

describe('another user', () => {
  const publications: Record<string, PublishFunction> = {
    mine() {
      this.added('c', 'shared', { same: 1, user: this.userId ?? 'nobody' });
      this.added('c', `of ${this.userId}`, {});
      if (this.userId !== null) this.added('c', 'shared too', { own: true });
      this.ready();
    },
  };

  async function login(client: ProtocolClient, server: Server): Promise<void> {
    server.methods({
      async login() {
        await this.setUserId('u');
      },
    });
    client.method('1', 'login');
    await settle();
  }

  test('runs the publications again and sends the difference', async () => {
    const { server, client } = setUp(publications);
    client.sub('1', 'mine');
    client.take();
    await login(client, server);
    expect(client.take()).toEqual([
      { msg: 'changed', collection: 'c', id: 'shared', fields: { user: 'u' } },
      { msg: 'removed', collection: 'c', id: 'of null' },
      { msg: 'added', collection: 'c', id: 'of u' },
      { msg: 'added', collection: 'c', id: 'shared too', fields: { own: true } },
      { msg: 'ready', subs: ['1'] },
      { msg: 'result', id: '1' },
      { msg: 'updated', methods: ['1'] },
    ]);
    client.unsub('1');
    expect(client.take().map(({ msg }) => msg)).toEqual(['removed', 'removed', 'removed', 'nosub']);
  });

  test('stops the old run; the new one is no part of the method', async () => {
    const seen: unknown[] = [];
    const { server, client } = setUp({
      look() {
        seen.push(['run', this.userId, currentMethodInvocation.get(), currentPublicationInvocation.get() === this]);
        this.onStop(() => seen.push(['stop', this.userId]));
      },
    });
    client.sub('1', 'look');
    await login(client, server);
    expect(seen).toEqual([
      ['run', null, undefined, true],
      ['stop', null],
      ['run', 'u', undefined, true],
    ]);
  });

  test('waits for asynchronous publications before the difference', async () => {
    const gate = deferred();
    const { server, client } = setUp({
      async slow() {
        if (this.userId !== null) await gate.promise;
        this.added('c', 'a', { n: 1 });
        this.ready();
      },
    });
    client.sub('1', 'slow');
    await settle();
    expect(client.take().map(({ msg }) => msg)).toEqual(['added', 'ready']);
    await login(client, server);
    expect(client.take()).toEqual([]);
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([
      { msg: 'ready', subs: ['1'] },
      { msg: 'result', id: '1' },
      { msg: 'updated', methods: ['1'] },
    ]);
  });

  test('also for what all clients get, and for new collections and gone ones', async () => {
    const { server, client } = setUp();
    server.publish(null, function () {
      this.added(this.userId === null ? 'before' : 'after', 'a', { x: 1 });
    });
    client.take();
    await login(client, server);
    expect(client.take().slice(0, 2)).toEqual([
      { msg: 'removed', collection: 'before', id: 'a' },
      { msg: 'added', collection: 'after', id: 'a', fields: { x: 1 } },
    ]);
  });

  test('a method that does not wait for it gets `updated` after the difference', async () => {
    const { server, client } = setUp(publications);
    server.methods({
      hasty() {
        this.setUserId('u');
        return 'hasty';
      },
      who() {
        return this.userId;
      },
    });
    client.sub('1', 'mine');
    client.take();
    client.method('1', 'hasty');
    client.method('2', 'who');
    await settle();
    const messages = client.take();
    const at = (match: object) =>
      messages.findIndex((message) => Object.entries(match).every(([key, value]) => message[key] === value));
    const updated = messages.findIndex(({ methods }) => (methods as string[] | undefined)?.[0] === '1');
    expect(at({ msg: 'changed' })).toBeGreaterThan(-1);
    expect(at({ msg: 'changed' })).toBeLessThan(updated);
    expect(at({ msg: 'changed' })).toBeLessThan(at({ msg: 'result', result: 'u' }));
  });

  test('two changes follow each other', async () => {
    const runs: unknown[] = [];
    const { server, client } = setUp({
      async slow() {
        runs.push(this.userId);
        await settle(1);
      },
    });
    server.methods({
      async twice() {
        await Promise.all([this.setUserId('a'), this.setUserId('b')]);
        return this.userId;
      },
    });
    client.sub('1', 'slow');
    client.method('1', 'twice');
    await until(() => client.session.userId === 'b' && runs.length === 3);
    expect(runs).toEqual([null, 'a', 'b']);
    expect(client.session.userId).toBe('b');
  });

  test('documents that are not merged are removed and sent again', async () => {
    const { server, client } = setUp({
      queue() {
        this.added('c', 'a', {});
      },
    });
    server.setPublicationStrategy('c', publicationStrategies.NO_MERGE);
    client.sub('1', 'queue');
    client.take();
    await login(client, server);
    expect(client.take().slice(0, 2)).toEqual([
      { msg: 'removed', collection: 'c', id: 'a' },
      { msg: 'added', collection: 'c', id: 'a' },
    ]);
  });

  test('a client that goes meanwhile is sent nothing', async () => {
    const gate = deferred();
    const { server, client } = setUp({
      async slow() {
        if (this.userId !== null) await gate.promise;
      },
    });
    client.sub('1', 'slow');
    await settle();
    await login(client, server);
    client.disconnect();
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([]);
  });
});

test('a rate limiter can refuse a subscription', () => {
  const { client } = setUp({ all: () => {} });
  Package['ddp-rate-limiter'] = {
    DDPRateLimiter: {
      _increment() {},
      _check: () => ({ allowed: false, timeToReset: 100 }),
      getErrorMessage: () => 'Slow down',
    },
  };
  try {
    client.sub('1', 'all');
  } finally {
    delete Package['ddp-rate-limiter'];
  }
  expect(client.take()).toEqual([
    nosub('1', { error: 'too-many-requests', reason: 'Slow down', details: { timeToReset: 100 } }),
  ]);
});
