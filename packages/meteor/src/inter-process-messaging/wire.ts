/**
 * Values as JSON text that keeps what JSON loses: shared and circular references, `undefined`, `NaN` and infinities,
 * dates, regular expressions, Map, Set, bytes, BigInt, errors.
 *
 * The text is an array of nodes; a node refers to others by index, and node 0 is the value itself. A node is a JSON
 * primitive, `{"o": {key: index}}` for an object, `{"a": [index, …]}` for an array, or `{"<kind>": …}` for the rest.
 */
export function encode(value: unknown): string {
  const nodes: unknown[] = [];
  const known = new Map<unknown, number>();

  const add = (each: unknown): number => {
    const index = known.get(each);
    if (index !== undefined) return index;
    const next = nodes.length;
    known.set(each, next);
    nodes.push(null);
    nodes[next] = nodeOf(each, add);
    return next;
  };
  add(value);
  return JSON.stringify(nodes);
}

function nodeOf(value: unknown, add: (value: unknown) => number): unknown {
  switch (typeof value) {
    case 'undefined':
    case 'function':
    case 'symbol':
      return { undefined: 1 };
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { number: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { bigint: String(value) };
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return { a: value.map(add) };
  if (value instanceof Date) return { date: value.getTime() };
  if (value instanceof RegExp) return { regexp: [value.source, value.flags] };
  if (value instanceof Map) return { map: [...value].map(([key, each]) => [add(key), add(each)]) };
  if (value instanceof Set) return { set: [...value].map(add) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  const properties = Object.keys(value).map((key) => [key, add((value as Record<string, unknown>)[key])]);
  if (!(value instanceof Error)) return { o: properties };
  return { error: [value.name, value.message, value.stack ?? ''], o: properties };
}

type Node = null | string | number | boolean | Record<string, unknown>;

/** The value that {@link encode} was given. Throws a SyntaxError if the text is not one of its results. */
export function decode(text: string): unknown {
  const nodes = JSON.parse(text) as Node[];
  if (!Array.isArray(nodes) || nodes.length === 0) throw new SyntaxError('Not a message of inter-process-messaging.');
  const made = new Map<number, unknown>();

  const get = (index: number): unknown => {
    if (made.has(index)) return made.get(index);
    if (!(index in nodes)) throw new SyntaxError('Not a message of inter-process-messaging.');
    const node = nodes[index] as Node;
    const keep = <T>(value: T): T => {
      // Before its parts are made, which may refer to it.
      made.set(index, value);
      return value;
    };
    return node === null || typeof node !== 'object' ? keep(node) : make(node, keep, get);
  };
  return get(0);
}

function make(node: Record<string, unknown>, keep: <T>(value: T) => T, get: (index: number) => unknown): unknown {
  if (node.error) {
    const [name, message, stack] = node.error as string[];
    const error = keep(new Error(message));
    Object.defineProperties(error, {
      name: { value: name, configurable: true, writable: true },
      stack: { value: stack, configurable: true, writable: true },
    });
    return fill(error, node.o, get);
  }
  if (node.o) return fill(keep({}), node.o, get);
  if (node.a) {
    const array: unknown[] = keep([]);
    for (const index of node.a as number[]) array.push(get(index));
    return array;
  }
  if (node.map) {
    const map = keep(new Map());
    for (const [key, value] of node.map as [number, number][]) map.set(get(key), get(value));
    return map;
  }
  if (node.set) {
    const set = keep(new Set());
    for (const index of node.set as number[]) set.add(get(index));
    return set;
  }
  if (node.number) return keep(Number(node.number));
  if (node.bigint) return keep(BigInt(node.bigint as string));
  if ('date' in node) return keep(new Date((node.date as number | null) ?? Number.NaN));
  if (node.regexp) return keep(new RegExp(...(node.regexp as [string, string])));
  if ('bytes' in node) return keep(new Uint8Array(Buffer.from(node.bytes as string, 'base64')));
  return keep(undefined);
}

function fill(target: object, properties: unknown, get: (index: number) => unknown): object {
  for (const [key, index] of properties as [string, number][]) {
    // `__proto__` becomes a property like any other.
    Object.defineProperty(target, key, { value: get(index), configurable: true, enumerable: true, writable: true });
  }
  return target;
}
