import type { Document } from 'bson';
import { isDocument, typeNameOf } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import { FilterContext } from '../query/filter-context.js';
import { parseOperators } from '../query/parse-operators.js';
import { fieldOf } from '../query/path.js';
import { type FilterSettings, testSingle } from '../query/predicate.js';
import { asNumber } from '../query/predicates/integer-operand.js';

/** Changes one field of a projected document, given the original. */
export type ArrayProjection = (result: Document, original: Document) => void;

/** `$slice: count` or `$slice: [skip, limit]` */
export function sliceProjection(path: string, operand: unknown): ArrayProjection {
  const slice = compileSlice(operand);
  const parts = path.split('.');
  return (result) => changeArray(result, parts, slice);
}

function compileSlice(operand: unknown): (array: unknown[]) => unknown[] {
  if (Array.isArray(operand)) {
    if (operand.length !== 2)
      throw new MongoError(28724, 'First argument to $slice must be an array, but is of type: int');
    const skip = integer(operand[0]);
    const limit = integer(operand[1]);
    if (limit <= 0) throw new MongoError(28729, `Third argument to $slice must be positive: ${limit}`);
    return (array) => {
      const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
      return array.slice(start, start + limit);
    };
  }
  const count = integer(operand);
  return (array) => (count >= 0 ? array.slice(0, count) : array.slice(count));
}

function integer(value: unknown): number {
  const number = asNumber(value);
  if (number === undefined) {
    throw new MongoError(
      28667,
      `Invalid $slice syntax. The given syntax { $slice: ${typeNameOf(value)} } did not match the find() syntax`,
    );
  }
  return Math.trunc(number);
}

function changeArray(holder: unknown, parts: readonly string[], change: (array: unknown[]) => unknown[]): void {
  const [name, ...rest] = parts;
  if (Array.isArray(holder)) {
    for (const element of holder) changeArray(element, parts, change);
    return;
  }
  if (!isDocument(holder) || name === undefined) return;
  const value = fieldOf(holder, name);
  if (rest.length > 0) changeArray(value, rest, change);
  else if (Array.isArray(value)) holder[name] = change(value);
}

/** `$elemMatch`: the first element that passes, or no field at all. */
export function elemMatchProjection(path: string, operand: unknown, settings: FilterSettings): ArrayProjection {
  if (path.includes('.')) throw new MongoError(31275, `Cannot use $elemMatch projection on a nested field`);
  if (!isDocument(operand))
    throw new MongoError(31274, `elemMatch: Invalid argument, object required, but got ${typeNameOf(operand)}`);
  const matches = testSingle(parseOperators({ $elemMatch: operand }, new FilterContext(settings)));
  return (result, original) => {
    const array = fieldOf(original, path);
    const found = Array.isArray(array) ? array.find((element) => matches([element])) : undefined;
    if (found === undefined) delete result[path];
    else result[path] = [found];
  };
}

/** `'a.$'`: the element that the filter has matched. */
export function positionalProjection(
  path: string,
  matchedPosition: (document: Document, path: string) => number | undefined,
): ArrayProjection {
  const parts = path.split('.');
  return (result, original) => {
    changeArray(result, parts, (array) => {
      if (array.length === 0) return array;
      const position = matchedPosition(original, path);
      if (position === undefined) {
        throw new MongoError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      }
      return position < array.length ? [array[position]] : array;
    });
  };
}
