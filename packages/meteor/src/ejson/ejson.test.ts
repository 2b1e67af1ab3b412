import { describe, expect, test } from 'vitest';
import { EJSON } from './ejson.js';
import { MAX_NESTING } from './nesting.js';

class Address {
  city: string;
  constructor(city: string) {
    this.city = city;
  }
  typeName() {
    return 'test:Address';
  }
  toJSONValue() {
    return { city: this.city };
  }
}

class Person {
  name: string;
  born: Date;
  address: Address;
  constructor(name: string, born: Date, address: Address) {
    this.name = name;
    this.born = born;
    this.address = address;
  }
  typeName() {
    return 'test:Person';
  }
  toJSONValue(): unknown {
    return { name: this.name, born: EJSON.toJSONValue(this.born), address: EJSON.toJSONValue(this.address) };
  }
}

EJSON.addType('test:Address', (json: { city: string }) => new Address(json.city));
EJSON.addType(
  'test:Person',
  (json: { name: string; born: unknown; address: unknown }) =>
    new Person(json.name, EJSON.fromJSONValue<Date>(json.born), EJSON.fromJSONValue<Address>(json.address)),
);

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Every kind of special value with its JSON form. */
const specials: [string, unknown, unknown][] = [
  ['a date', new Date(1234), { $date: 1234 }],
  ['infinity', Number.POSITIVE_INFINITY, { $InfNaN: 1 }],
  ['minus infinity', Number.NEGATIVE_INFINITY, { $InfNaN: -1 }],
  ['NaN', Number.NaN, { $InfNaN: 0 }],
  ['binary data', new Uint8Array([1, 2, 255]), { $binary: 'AQL/' }],
  ['a regular expression', /a+/gi, { $regexp: 'a+', $flags: 'gi' }],
  ['a custom type', new Address('Bern'), { $type: 'test:Address', $value: { city: 'Bern' } }],
  ['what looks like a date', { $date: 1 }, { $escape: { $date: 1 } }],
  ['what looks like an escape', { $escape: 1 }, { $escape: { $escape: 1 } }],
  ['what looks like a custom type', { $value: 1, $type: 'x' }, { $escape: { $value: 1, $type: 'x' } }],
  ['what looks like a regular expression', { $regexp: 'a', $flags: 'g' }, { $escape: { $regexp: 'a', $flags: 'g' } }],
  ['a date in what looks like a date', { $date: new Date(5) }, { $escape: { $date: { $date: 5 } } }],
];

describe('special values', () => {
  test.each(specials)('%s there and back, at the top, in objects and in arrays', (_name, value, json) => {
    for (const wrap of [(x: unknown) => x, (x: unknown) => ({ a: 1, x }), (x: unknown) => [[x], 2]]) {
      expect(EJSON.toJSONValue(wrap(value))).toEqual(wrap(json));
      expect(EJSON.fromJSONValue(wrap(json))).toEqual(wrap(value));
      expect(EJSON.stringify(wrap(value))).toBe(JSON.stringify(wrap(json)));
      expect(EJSON.parse<unknown>(JSON.stringify(wrap(json)))).toEqual(wrap(value));
      expect(EJSON.equals(EJSON.clone(wrap(value)), wrap(value))).toBe(true);
    }
  });

  test('the argument stays as it was', () => {
    const value = { when: new Date(1), list: [Number.NaN, { b: new Uint8Array(1) }] };
    EJSON.toJSONValue(value);
    EJSON.stringify(value);
    expect(value).toEqual({ when: new Date(1), list: [Number.NaN, { b: new Uint8Array(1) }] });
    const json = { when: { $date: 1 }, list: [{ $InfNaN: 0 }] };
    EJSON.fromJSONValue(json);
    expect(json).toEqual({ when: { $date: 1 }, list: [{ $InfNaN: 0 }] });
  });

  test('without special values nothing is copied, with some only the way to them', () => {
    const plain = { a: [1, { b: 'c', d: null, e: undefined }], $set: { x: 1 }, $a: 1 };
    expect(EJSON.toJSONValue(plain)).toBe(plain);
    expect(EJSON.fromJSONValue(plain)).toBe(plain);
    const mixed = { plain, when: new Date(1) };
    expect(EJSON.toJSONValue<typeof mixed>(mixed).plain).toBe(plain);
    const json = { plain, when: { $date: 1 } };
    expect(EJSON.fromJSONValue<typeof json>(json).plain).toBe(plain);
  });

  test('a $ in one or two ordinary keys is no special value', () => {
    for (const value of [{ $set: { a: 1 } }, { $gt: 1, $lt: 2 }, { $date: 1, b: 2 }, { $regexp: 'a', b: 1 }]) {
      expect(EJSON.stringify(value)).toBe(JSON.stringify(value));
      expect(EJSON.parse<unknown>(JSON.stringify(value))).toEqual(value);
    }
  });

  test('an escape without a date keeps what is inside special', () => {
    expect(EJSON.parse<unknown>('{"$escape":{"$date":{"$date":3}}}')).toEqual({ $date: new Date(3) });
  });

  test('nested custom types', () => {
    const person = new Person('Ada', new Date(7), new Address('Bern'));
    const back = EJSON.parse<{ person: Person }>(EJSON.stringify({ person })).person;
    expect(back).toBeInstanceOf(Person);
    expect(back.address).toBeInstanceOf(Address);
    expect(back.born).toEqual(new Date(7));
    const copy = EJSON.clone(person);
    copy.address.city = 'Basel';
    expect(EJSON.equals(person, copy)).toBe(false);
    expect(EJSON.equals(person, back)).toBe(true);
    expect(EJSON.equals(new Address('Bern'), { city: 'Bern' })).toBe(false);
    expect(EJSON.equals({ city: 'Bern' }, new Address('Bern'))).toBe(false);
  });

  test('a custom type can be an object literal', () => {
    EJSON.addType('test:Literal', (json: number) => literal(json));
    const literal = (n: number) => ({ n, typeName: () => 'test:Literal', toJSONValue: () => n });
    expect(EJSON.stringify({ a: literal(3) })).toBe('{"a":{"$type":"test:Literal","$value":3}}');
    expect(EJSON.clone(literal(3)).toJSONValue()).toBe(3);
  });

  test('a type is added once', () => {
    expect(() => EJSON.addType('test:Address', () => 1)).toThrow('Type test:Address already present');
    expect(EJSON._getTypes(true).has('test:Address')).toBe(true);
    expect(Object.keys(EJSON._getTypes())).toContain('test:Address');
  });

  test('an invalid date stays one', () => {
    const back = EJSON.parse<Date>(EJSON.stringify(new Date(Number.NaN)));
    expect(back).toBeInstanceOf(Date);
    expect(back.getTime()).toBeNaN();
  });

  test('instances of other classes travel as plain objects, also with a property "length"', () => {
    class Widget {
      length = 10;
      toJSON() {
        return 'not asked';
      }
    }
    expect(EJSON.stringify(new Widget())).toBe('{"length":10}');
    expect(EJSON.stringify({ a: new Widget() })).toBe('{"a":{"length":10}}');
    expect(EJSON.clone(new Widget())).toEqual({ length: 10 } as Widget);
    expect(EJSON.isBinary(new Widget())).toBe(false);
  });

  test('arguments count as an array', () => {
    function take(..._rest: unknown[]) {
      // biome-ignore lint/complexity/noArguments: what is tested
      return arguments;
    }
    expect(EJSON.clone<unknown>(take(1, [2]))).toEqual([1, [2]]);
    expect(EJSON.clone<unknown>(take())).toEqual([]);
    expect(EJSON.stringify({ a: take(1, new Date(2)) })).toBe('{"a":[1,{"$date":2}]}');
    expect(EJSON.clone({ 0: 'a', length: 1, callee: 2 })).toEqual({ 0: 'a', length: 1, callee: 2 });
  });

  test('functions and undefined vanish as in JSON', () => {
    expect(EJSON.stringify({ a: undefined, b: () => 1, c: [undefined] })).toBe('{"c":[null]}');
    expect(EJSON.stringify(undefined)).toBeUndefined();
  });
});

describe('parse', () => {
  test('only takes strings', () => {
    expect(() => EJSON.parse(null as unknown as string)).toThrow('EJSON.parse argument should be a string');
    expect(() => EJSON.parse('{')).toThrow(SyntaxError);
  });

  test.each([
    ['{"$type":"nobody","$value":1}', 'Custom EJSON type nobody is not defined'],
    ['{"$type":{"a":1},"$value":1}', 'is not defined'],
    ['{"$type":"__proto__","$value":1}', 'is not defined'],
    ['{"$date":{"toString":1}}', '$date'],
    ['{"$binary":7}', '$binary'],
    ['{"$binary":"?"}', 'base64'],
    ['{"$regexp":1,"$flags":"g"}', '$regexp'],
    ['{"$regexp":"a","$flags":{}}', '$flags'],
    ['{"$regexp":"(","$flags":""}', 'nvalid'],
    ['{"$escape":null}', '$escape'],
    ['{"$escape":[1]}', '$escape'],
  ])('refuses %s', (text, message) => {
    expect(() => EJSON.parse(text)).toThrow(message);
    expect(() => EJSON.fromJSONValue({ a: JSON.parse(text) })).toThrow(message);
  });

  test('leaves out unknown and repeated flags', () => {
    expect(EJSON.parse<RegExp>('{"$regexp":"a","$flags":"gggxi"}').flags).toBe('gi');
    expect(EJSON.parse<RegExp>(`{"$regexp":"a","$flags":"${'g'.repeat(100)}i"}`).flags).toBe('g');
  });

  test('sees special keys that are written with escapes', () => {
    expect(EJSON.parse<unknown>('{"a":{"\\u0024date":5}}')).toEqual({ a: new Date(5) });
    expect(EJSON.parse<unknown>('{"a":{"$d\\u0061te":5}}')).toEqual({ a: new Date(5) });
  });

  test.each([
    '{"a":{"__proto__":{"admin":true},"b":1}}',
    '{"a":{"__pr\\u006fto__":{"admin":true},"b":1}}',
    '{"a":{"b":1,"\\u005f_proto__":{"admin":true}}}',
  ])('drops __proto__ of %s', (text) => {
    for (const value of [EJSON.parse<unknown>(text), EJSON.fromJSONValue(JSON.parse(text))]) {
      const { a } = value as { a: object };
      expect(Object.keys(a)).toEqual(['b']);
      expect(Object.getPrototypeOf(a)).toBe(Object.prototype);
      expect((Object.assign({}, a) as { admin?: unknown }).admin).toBeUndefined();
    }
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test('clone and toJSONValue keep a key __proto__ a key', () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"when":1}') as Record<string, unknown>;
    value.when = new Date(1);
    for (const copy of [EJSON.clone(value), EJSON.toJSONValue<object>(value)]) {
      expect(Object.keys(copy)).toEqual(['__proto__', 'when']);
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    }
  });
});

describe('nesting', () => {
  test('works up to the limit', () => {
    const value = deep(MAX_NESTING);
    expect(EJSON.equals(EJSON.clone(value), value)).toBe(true);
    expect(EJSON.parse<unknown>(EJSON.stringify(value))).toEqual(value);
  });

  test.each([MAX_NESTING + 1, 100_000])('%d levels give a clear error everywhere', (levels) => {
    const value = levels > 5000 ? veryDeep(levels) : deep(levels);
    const message = `nested ${MAX_NESTING} levels deep`;
    expect(() => EJSON.clone(value)).toThrow(message);
    expect(() => EJSON.stringify(value)).toThrow(message);
    expect(() => EJSON.toJSONValue(value)).toThrow(message);
    expect(() => EJSON.fromJSONValue(value)).toThrow(message);
    expect(() => EJSON.equals(value, levels > 5000 ? veryDeep(levels) : deep(levels))).toThrow(message);
  });

  test('text that is nested too deeply is refused, with and without special values', () => {
    const levels = MAX_NESTING + 1;
    const message = `nested ${MAX_NESTING} levels deep`;
    expect(() => EJSON.parse('['.repeat(levels) + ']'.repeat(levels))).toThrow(message);
    expect(() => EJSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)).toThrow(message);
    expect(() => EJSON.parse(`${'{"a":['.repeat(600)}{"$date":1}${']}'.repeat(600)}`)).toThrow(message);
    expect(() => EJSON.parse(`${'{"$escape":{"$date":'.repeat(levels)}1${'}}'.repeat(levels)}`)).toThrow(message);
  });

  test('wide is not deep', () => {
    const wide = JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ i, a: [i] })));
    expect(EJSON.parse<unknown[]>(wide)).toHaveLength(3000);
  });

  test('circular structures are called that', () => {
    const value: Record<string, unknown> = { a: { b: [] } };
    (value.a as { b: unknown[] }).b.push(value);
    expect(() => EJSON.stringify(value)).toThrow('Converting circular structure to JSON');
    expect(() => EJSON.clone(value)).toThrow('Converting circular structure to JSON');
  });
});

function veryDeep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}
