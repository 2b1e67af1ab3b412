import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';
import { loadDriver } from '@bolide/meteor/npm-mongo';
import { describe, expect, test } from 'vitest';
import { fromDatabase } from './from-database.js';
import { toDatabase } from './to-database.js';

const driver = loadDriver();
const { Binary, Decimal128, ObjectId, Timestamp, UUID } = driver;

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  typeName = () => 'Money';
  toJSONValue = () => ({ cents: this.cents, $odd: [1] });
}
EJSON.addType('Money', ({ cents }: { cents: number }) => new Money(cents));

describe('to the database', () => {
  test('ids, bytes and custom types take the forms of the driver', () => {
    const hex = '0123456789abcdef01234567';
    const converted = toDatabase(
      { id: new MongoID.ObjectID(hex), bytes: new Uint8Array([1, 2]), price: new Money(5), list: [new Money(6)] },
      driver,
    );
    expect(converted).toEqual({
      id: new ObjectId(hex),
      bytes: new Binary(Buffer.from([1, 2])),
      price: { EJSON$type: 'Money', EJSON$value: { EJSONcents: 5, EJSON$odd: [1] } },
      list: [{ EJSON$type: 'Money', EJSON$value: { EJSONcents: 6, EJSON$odd: [1] } }],
    });
  });

  test('what needs no change is the same object', () => {
    const value = { a: [1, { b: null }], date: new Date(), regex: /a/i, decimal: Decimal128.fromString('1.5') };
    expect(toDatabase(value, driver)).toBe(value);
    const mixed = { same: { a: 1 }, bytes: new Uint8Array(1) };
    expect((toDatabase(mixed, driver) as typeof mixed).same).toBe(mixed.same);
    expect(mixed.bytes).toBeInstanceOf(Uint8Array);
  });

  test('what contains itself is refused', () => {
    const list: unknown[] = [];
    list.push({ list });
    expect(() => toDatabase({ list }, driver)).toThrow('contains itself, or is nested deeper than 100 levels');
  });
});

describe('from the database', () => {
  test('everything comes back', () => {
    const document = { id: new MongoID.ObjectID(), bytes: new Uint8Array([0, 255]), deep: [{ price: new Money(7) }] };
    const back = fromDatabase(toDatabase(document, driver)) as typeof document;
    expect(back.id).toBeInstanceOf(MongoID.ObjectID);
    expect(back.id.equals(document.id)).toBe(true);
    expect(back.bytes).toEqual(document.bytes);
    expect(back.deep[0]?.price).toBeInstanceOf(Money);
    expect(back.deep[0]?.price.cents).toBe(7);
  });

  test('bytes are without what the driver has reserved behind them', () => {
    const binary = new Binary(Buffer.from([1]));
    binary.put(2);
    expect(fromDatabase({ binary })).toEqual({ binary: new Uint8Array([1, 2]) });
  });

  test('other types of BSON stay', () => {
    const document = { uuid: new UUID(), time: new Timestamp({ t: 1, i: 2 }), decimal: Decimal128.fromString('0.1') };
    expect(fromDatabase({ ...document })).toEqual(document);
  });
});
