import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** Says slowly, but plainly, whether a document matches a selector. */
export function naiveMatches(selector: Fields, document: unknown): boolean {
  return Object.entries(selector).every(([key, condition]) => {
    switch (key) {
      case '$and':
        return (condition as Fields[]).every((each) => naiveMatches(each, document));
      case '$or':
        return (condition as Fields[]).some((each) => naiveMatches(each, document));
      case '$nor':
        return !(condition as Fields[]).some((each) => naiveMatches(each, document));
      default:
        return meets(valuesAt(document, key.split('.')), condition);
    }
  });
}

interface Value {
  readonly value: unknown;
  /** It is the element that an index in the path names: its own elements do not count. */
  readonly isWhole: boolean;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valuesAt(from: unknown, path: readonly string[]): Value[] {
  const [part, ...rest] = path;
  if (part === undefined) return [{ value: from, isWhole: false }];
  if (isObject(from)) {
    const value = Object.hasOwn(from, part) ? from[part] : undefined;
    return valuesAt(value, rest);
  }
  if (!Array.isArray(from)) return [{ value: undefined, isWhole: false }];
  const index = /^\d+$/.test(part) ? Number(part) : -1;
  const byIndex = index >= 0 && index < from.length ? valuesOfElement(from[index], rest) : [];
  const byElement = from.filter(isObject).flatMap((element) => valuesAt(element, path));
  return [...byIndex, ...byElement];
}

function valuesOfElement(element: unknown, rest: readonly string[]): Value[] {
  if (rest.length === 0) return [{ value: element, isWhole: true }];
  // Inside of a scalar there is nothing, not even `undefined`.
  return isObject(element) || Array.isArray(element) ? valuesAt(element, rest) : [];
}

/** The values and the elements of arrays among them. */
function expanded(values: readonly Value[]): unknown[] {
  return values.flatMap(({ value, isWhole }) => (Array.isArray(value) && !isWhole ? [value, ...value] : [value]));
}

function meets(values: readonly Value[], condition: unknown): boolean {
  if (!isObject(condition) || !Object.keys(condition)[0]?.startsWith('$')) {
    return expanded(values).some((value) => isSame(value, condition));
  }
  return Object.entries(condition).every(([operator, operand]) => meetsOperator(values, operator, operand));
}

function meetsOperator(values: readonly Value[], operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$gt':
      return expanded(values).some((value) => compare(value, operand) === 1);
    case '$lte':
      return expanded(values).some((value) => [0, -1].includes(compare(value, operand) as number));
    case '$ne':
      return !expanded(values).some((value) => isSame(value, operand));
    case '$in':
      return expanded(values).some((value) => (operand as unknown[]).some((each) => isSame(value, each)));
    case '$nin':
      return !meetsOperator(values, '$in', operand);
    case '$exists':
      return expanded(values).some((value) => value !== undefined) === operand;
    case '$size':
      return values.some(({ value }) => Array.isArray(value) && value.length === operand);
    case '$not':
      return !meets(values, operand);
    case '$elemMatch':
      return values.some(
        ({ value }) =>
          Array.isArray(value) &&
          value.some(
            (element) => (isObject(element) || Array.isArray(element)) && naiveMatches(operand as Fields, element),
          ),
      );
    default:
      throw new Error(operator);
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  // Unlike a deep comparison, the order of the fields counts.
  return isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b);
}

/** -1, 0 or 1; undefined for values that are not of one type. */
function compare(a: unknown, b: unknown): number | undefined {
  const left = a ?? null;
  const right = b ?? null;
  if (left === null && right === null) return 0;
  if (typeof left !== typeof right || typeof left === 'object' || typeof right === 'object') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}
