import { isDocument } from './arguments.js';

/** All values that a path leads to, through arrays and into them, as `distinct` sees them. */
export function* valuesAtPath(value: unknown, steps: readonly string[], depth = 0): Generator<unknown> {
  const name = steps[depth];
  if (name === undefined) {
    if (Array.isArray(value)) yield* value;
    else if (value !== undefined) yield value;
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(name) && Number(name) < value.length) yield* valuesAtPath(value[Number(name)], steps, depth + 1);
    for (const element of value) {
      if (isDocument(element)) yield* valuesAtPath(element, steps, depth);
    }
  } else if (isDocument(value) && Object.hasOwn(value, name)) {
    yield* valuesAtPath(value[name], steps, depth + 1);
  }
}
