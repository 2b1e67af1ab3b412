import { type ClientSession, type Collection, Long } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendCommand } from '../test-support/send-command.js';
import { startTestServer, type TestServer } from '../test-support/test-server.js';

interface Account {
  _id: string;
  balance: number;
}

let server: TestServer;
let accounts: Collection<Account>;
let numbered = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  accounts = server.client.db('bank').collection(`accounts${numbered++}`);
  await accounts.insertMany([
    { _id: 'ann', balance: 100 },
    { _id: 'bob', balance: 0 },
  ]);
});

async function transfer(session: ClientSession, amount: number): Promise<void> {
  await accounts.updateOne({ _id: 'ann' }, { $inc: { balance: -amount } }, { session });
  await accounts.updateOne({ _id: 'bob' }, { $inc: { balance: amount } }, { session });
}

async function balances(): Promise<number[]> {
  return (await accounts.find().sort({ _id: 1 }).toArray()).map(({ balance }) => balance);
}

describe('transactions', () => {
  test('are seen when they are committed, and not before', async () => {
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await transfer(session, 30);
      expect(await balances()).toEqual([100, 0]);
      expect(await accounts.findOne({ _id: 'bob' }, { session })).toEqual({ _id: 'bob', balance: 30 });
      await session.commitTransaction();
      expect(await balances()).toEqual([70, 30]);
    });
  });

  test('leave nothing when they are aborted', async () => {
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await transfer(session, 30);
      await accounts.insertOne({ _id: 'new', balance: 1 }, { session });
      await session.abortTransaction();
      expect(await balances()).toEqual([100, 0]);
    });
  });

  test('are aborted by an error', async () => {
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await transfer(session, 30);
      await expect(accounts.insertOne({ _id: 'ann', balance: 5 }, { session })).rejects.toMatchObject({ code: 11000 });
      await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
      expect(await balances()).toEqual([100, 0]);
    });
  });

  test('make other writers wait', async () => {
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await transfer(session, 10);
      const order: string[] = [];
      const other = accounts.updateOne({ _id: 'ann' }, { $inc: { balance: 1 } }).then(() => order.push('other'));
      await server.client.db('admin').command({ ping: 1 });
      order.push('commit');
      await session.commitTransaction();
      await other;
      expect(order).toEqual(['commit', 'other']);
      expect(await balances()).toEqual([91, 10]);
    });
  });

  test('that meet are tried again by the driver, and all succeed', async () => {
    const rounds = 4;
    await Promise.all(
      Array.from({ length: rounds }, () =>
        server.client.withSession((session) => session.withTransaction(() => transfer(session, 1))),
      ),
    );
    expect(await balances()).toEqual([100 - rounds, rounds]);
  });

  test('tell change streams of all they have written, in one moment', async () => {
    await using stream = accounts.watch([], { maxAwaitTimeMS: 20 });
    await stream.tryNext();
    await server.client.withSession((session) => session.withTransaction(() => transfer(session, 5)));
    const first = await stream.next();
    const second = await stream.next();
    expect(first.clusterTime?.equals(second.clusterTime as never)).toBe(true);
    expect([first, second]).toMatchObject([{ documentKey: { _id: 'ann' } }, { documentKey: { _id: 'bob' } }]);
  });

  test('refuse commands that cannot be part of one', async () => {
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await expect(
        server.client.db('bank').command({ count: accounts.collectionName }, { session }),
      ).rejects.toMatchObject({ code: 263 });
      await session.abortTransaction();
    });
  });
});

describe('retryable writes', () => {
  test('are not applied twice', async () => {
    const lsid = { id: (await server.client.db('admin').command({ startSession: 1 })).id.id };
    const insert = {
      insert: accounts.collectionName,
      documents: [
        { _id: 'cid', balance: 1 },
        { _id: 'dan', balance: 2 },
      ],
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    expect(await raw(insert)).toMatchObject({ ok: 1, n: 2 });
    expect(await raw(insert)).toMatchObject({ ok: 1, n: 2, retriedStmtIds: [0, 1] });
    const update = {
      update: accounts.collectionName,
      updates: [{ q: { _id: 'cid' }, u: { $inc: { balance: 10 } } }],
      lsid,
      txnNumber: Long.fromNumber(2),
    };
    expect(await raw(update)).toMatchObject({ n: 1, nModified: 1 });
    expect(await raw(update)).toMatchObject({ n: 1, nModified: 1, retriedStmtIds: [0] });
    expect(await accounts.findOne({ _id: 'cid' })).toEqual({ _id: 'cid', balance: 11 });
    const modify = {
      findAndModify: accounts.collectionName,
      query: { _id: 'dan' },
      update: { $inc: { balance: 1 } },
      new: true,
      lsid,
      txnNumber: Long.fromNumber(3),
    };
    expect(await raw(modify)).toMatchObject({ value: { _id: 'dan', balance: 3 } });
    expect(await raw(modify)).toMatchObject({ value: { _id: 'dan', balance: 3 } });
    await expect(raw(insert)).rejects.toMatchObject({ code: 225, codeName: 'TransactionTooOld' });
  });
});

/** A command with the numbers of its session and retry as given: the driver takes no own ones from a caller. */
async function raw(command: object): Promise<object> {
  return sendCommand(server.uri, { ...command, $db: 'bank' });
}
