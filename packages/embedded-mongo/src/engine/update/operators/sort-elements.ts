import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { fieldOf } from '../../query/path.js';
import { asNumber } from '../../query/predicates/integer-operand.js';

/** Sorts the elements of an array in place by themselves (`1`, `-1`) or by fields (`{ a: 1, 'b.c': -1 }`). */
export function compileArraySort(
  sort: unknown,
  compare: (a: unknown, b: unknown) => number,
): (elements: unknown[]) => void {
  const whole = asNumber(sort);
  if (whole !== undefined) {
    if (whole !== 1 && whole !== -1) {
      throw new MongoError(2, 'The $sort element value must be either 1 or -1');
    }
    return (elements) => elements.sort((a, b) => whole * compare(a, b));
  }
  if (!isDocument(sort)) {
    throw new MongoError(
      2,
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  }
  const keys = Object.entries(sort).map(([path, value]) => {
    const direction = asNumber(value);
    if (direction !== 1 && direction !== -1) throw new MongoError(2, 'The $sort element value must be either 1 or -1');
    if (path === '' || path.split('.').includes('')) throw new MongoError(2, 'The $sort field cannot be empty');
    return { parts: path.split('.'), direction };
  });
  if (keys.length === 0) throw new MongoError(2, 'The $sort pattern is empty when it should be a set of fields.');
  return (elements) =>
    elements.sort((a, b) => {
      for (const { parts, direction } of keys) {
        const order = compare(partOf(a, parts) ?? null, partOf(b, parts) ?? null);
        if (order !== 0) return direction * order;
      }
      return 0;
    });
}

function partOf(element: unknown, parts: readonly string[]): unknown {
  let value = element;
  for (const part of parts) {
    if (!isDocument(value)) return undefined;
    value = fieldOf(value, part);
  }
  return value;
}
