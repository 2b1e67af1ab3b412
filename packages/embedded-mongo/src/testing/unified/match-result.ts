import { isDeepStrictEqual } from 'node:util';
import { Unsupported } from './unsupported.js';

type Fields = Record<string, unknown>;

export interface MatchSettings {
  readonly entity: (name: string) => unknown;
}

/**
 * Compares a result with what the unified test format expects.
 * @throws Error that says where they differ
 */
export function matchResult(actual: unknown, expected: unknown, settings: MatchSettings, path = '', root = true): void {
  const operator = operatorOf(expected);
  if (operator) {
    matchOperator(actual, operator[0], operator[1], settings, path, root);
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) throw differs(path, actual, expected);
    if (actual.length !== expected.length) throw differs(`${path}.length`, actual, expected);
    // The documents of a list of results are roots of their own.
    expected.forEach((each, index) => {
      matchResult(actual[index], each, settings, `${path}[${index}]`, path === '');
    });
  } else if (isPlain(expected)) {
    matchDocument(actual, expected, settings, path, root);
  } else if (!sameValue(actual, expected)) {
    throw differs(path, actual, expected);
  }
}

function matchDocument(actual: unknown, expected: Fields, settings: MatchSettings, path: string, root: boolean): void {
  if (typeof actual !== 'object' || actual === null) throw differs(path, actual, expected);
  const fields = actual instanceof Map ? Object.fromEntries(actual) : (actual as Fields);
  for (const [name, value] of Object.entries(expected)) {
    const where = path ? `${path}.${name}` : name;
    const operator = operatorOf(value);
    const present = Object.hasOwn(fields, name) || fields[name] !== undefined;
    if (operator?.[0] === '$$exists') {
      if (present !== operator[1]) throw differs(where, fields[name], value);
      continue;
    }
    if (operator?.[0] === '$$unsetOrMatches' && !present) continue;
    if (!present) throw differs(where, undefined, value);
    matchResult(fields[name], value, settings, where, false);
  }
  if (root) return;
  for (const name of Object.keys(fields)) {
    // The driver's own word for what `upsertedId` says.
    if (name === 'didUpsert') continue;
    if (!Object.hasOwn(expected, name)) throw differs(`${path}.${name}`, fields[name], undefined);
  }
}

function matchOperator(
  actual: unknown,
  name: string,
  operand: unknown,
  settings: MatchSettings,
  path: string,
  root: boolean,
): void {
  switch (name) {
    case '$$unsetOrMatches':
      if (actual === undefined || actual === null) return;
      matchResult(actual, operand, settings, path, root);
      return;
    case '$$exists':
      if ((actual !== undefined) !== operand) throw differs(path, actual, { [name]: operand });
      return;
    case '$$type': {
      const types = Array.isArray(operand) ? operand : [operand];
      if (!types.some((type) => isOfType(actual, String(type)))) throw differs(path, actual, { [name]: operand });
      return;
    }
    case '$$matchesEntity':
      matchResult(actual, settings.entity(String(operand)), settings, path, root);
      return;
    case '$$matchAsRoot':
      matchResult(actual, operand, settings, path, true);
      return;
    case '$$matchesHexBytes':
      if (Buffer.from(actual as Uint8Array).toString('hex') !== operand) throw differs(path, actual, operand);
      return;
    case '$$lte':
      if (!(Number(actual) <= Number(operand))) throw differs(path, actual, { [name]: operand });
      return;
    default:
      throw new Unsupported(`matching by ${name}`);
  }
}

function operatorOf(value: unknown): [string, unknown] | undefined {
  if (!isPlain(value)) return undefined;
  const [first, ...others] = Object.entries(value);
  return first?.[0].startsWith('$$') && others.length === 0 ? first : undefined;
}

function isPlain(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype && !('_bsontype' in value);
}

function sameValue(actual: unknown, expected: unknown): boolean {
  if (asNumber(actual) !== undefined && asNumber(expected) !== undefined)
    return asNumber(actual) === asNumber(expected);
  return isDeepStrictEqual(normal(actual), normal(expected));
}

function normal(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '_bsontype' in value) {
    return `${String(value._bsontype)} ${String((value as { toJSON?: unknown }).toJSON ? JSON.stringify(value) : value)}`;
  }
  return value;
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const type = (value as { _bsontype?: unknown } | null)?._bsontype;
  return type === 'Long' || type === 'Int32' || type === 'Double' ? Number(String(value)) : undefined;
}

function isOfType(value: unknown, type: string): boolean {
  const tag = (value as { _bsontype?: unknown } | null)?._bsontype;
  switch (type) {
    case 'int':
    case 'long':
    case 'double':
    case 'number':
      return asNumber(value) !== undefined;
    case 'string':
    case 'bool':
      return typeof value === (type === 'bool' ? 'boolean' : 'string');
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'objectId':
      return tag === 'ObjectId';
    case 'timestamp':
      return tag === 'Timestamp';
    case 'binData':
      return tag === 'Binary' || value instanceof Uint8Array;
    case 'date':
      return value instanceof Date;
    case 'null':
      return value === null;
    default:
      throw new Unsupported(`the type ${type}`);
  }
}

function differs(path: string, actual: unknown, expected: unknown): Error {
  return new Error(`at '${path}': got ${show(actual)}, expected ${show(expected)}`);
}

function show(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 300) ?? String(value);
  } catch {
    return String(value);
  }
}
