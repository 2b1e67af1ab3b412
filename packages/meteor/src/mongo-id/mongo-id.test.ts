import { EJSON } from '@bolide/meteor/ejson';
import { describe, expect, test } from 'vitest';
import { MongoID } from './mongo-id.js';

const hex = '0123456789abcdef01234567';

describe('ObjectID', () => {
  test('keeps the digits it is given, in lower case', () => {
    const id = new MongoID.ObjectID(hex.toUpperCase());
    expect([id._str, id.valueOf(), id.toHexString(), id.toJSONValue()]).toEqual([hex, hex, hex, hex]);
    expect(id.toString()).toBe(`ObjectID("${hex}")`);
    expect(id.getTimestamp()).toBe(0x01234567);
  });

  test('is random without digits', () => {
    expect(new MongoID.ObjectID()._str).toMatch(/^[0-9a-f]{24}$/);
    expect(new MongoID.ObjectID()._str).not.toBe(new MongoID.ObjectID()._str);
  });

  test.each(['1', 'x'.repeat(24), `${hex}0`, 5, {}])('refuses %j', (digits) => {
    expect(() => new MongoID.ObjectID(digits as string)).toThrow('Invalid hexadecimal string');
  });

  test('equals by digits', () => {
    const id = new MongoID.ObjectID(hex);
    expect(id.equals(new MongoID.ObjectID(hex))).toBe(true);
    expect(id.equals(id.clone())).toBe(true);
    expect(id.clone()).not.toBe(id);
    expect(id.equals(new MongoID.ObjectID())).toBe(false);
    expect(id.equals(hex)).toBe(false);
  });

  test('travels in EJSON', () => {
    const id: MongoID.ObjectID = new MongoID.ObjectID(hex);
    expect(EJSON.stringify({ id })).toBe(`{"id":{"$type":"oid","$value":"${hex}"}}`);
    expect(EJSON.equals(EJSON.parse<unknown>(EJSON.stringify({ id })), { id })).toBe(true);
  });

  test.each(['null', '""', '5', '{}', '"nonsense"'])('EJSON refuses an oid of %s', (json) => {
    expect(() => EJSON.parse(`{"$type":"oid","$value":${json}}`)).toThrow('Invalid hexadecimal string');
  });
});

describe('idStringify and idParse', () => {
  const pairs: [unknown, string][] = [
    ['abc', 'abc'],
    ['', ''],
    ['-abc', '--abc'],
    ['~1', '-~1'],
    ['{a', '-{a'],
    ['-', '--'],
    [hex, `-${hex}`],
    [new MongoID.ObjectID(hex), hex],
    [undefined, '-'],
    [1, '~1'],
    [true, '~true'],
    [null, '~null'],
  ];

  test.each(pairs)('%s is written as %s', (id, text) => {
    expect(MongoID.idStringify(id)).toBe(text);
    expect(MongoID.idParse(text)).toEqual(id);
  });

  test('refuses other objects', () => {
    expect(() => MongoID.idStringify({})).toThrow('does not currently support objects');
    expect(() => MongoID.idStringify(new Date())).toThrow('does not currently support objects');
  });
});
