import type { Document } from 'bson';
import { bsonTypeOf } from '../bson/value-type.js';
import { compareValues, typeOrderOf } from '../keys/compare-values.js';

/**
 * A filter evaluated word by word as MongoDB's manual states it, without any thought of speed: a second opinion on what
 * the engine finds.
 */
export function naiveMatches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    if (name === '$and') return (condition as Document[]).every((part) => naiveMatches(document, part));
    if (name === '$or') return (condition as Document[]).some((part) => naiveMatches(document, part));
    if (name === '$nor') return !(condition as Document[]).some((part) => naiveMatches(document, part));
    return fieldMatches(document, name, condition);
  });
}

function fieldMatches(document: Document, path: string, condition: unknown): boolean {
  if (!isOperators(condition)) return holds(document, path, '$eq', condition);
  return Object.entries(condition).every(([operator, operand]) => {
    switch (operator) {
      case '$ne':
        return !holds(document, path, '$eq', operand);
      case '$nin':
        return !holds(document, path, '$in', operand);
      case '$not':
        return !fieldMatches(document, path, operand);
      case '$exists':
        return holds(document, path, '$exists', true) === operand;
      case '$all':
        return (operand as unknown[]).every((one) => holds(document, path, '$eq', one));
      default:
        return holds(document, path, operator, operand);
    }
  });
}

function isOperators(condition: unknown): condition is Document {
  return isObject(condition) && Object.keys(condition)[0]?.startsWith('$') === true;
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && bsonTypeOf(value) === 3;
}

function holds(document: Document, path: string, operator: string, operand: unknown): boolean {
  const looksAtWhole = operator === '$exists' || operator === '$size' || operator === '$elemMatch';
  return reached(document, path.split('.')).some(({ value, isElement }) => {
    const candidates = Array.isArray(value) && !looksAtWhole && !isElement ? [...value, value] : [value];
    return candidates.some((candidate) => passes(candidate, operator, operand));
  });
}

interface Reached {
  readonly value: unknown;
  /** It was reached by its position in an array. */
  readonly isElement: boolean;
}

function reached(value: unknown, parts: readonly string[]): Reached[] {
  const [name, ...rest] = parts as [string, ...string[]];
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, i) => {
      const within = isObject(element) ? reached(element, parts) : [];
      if (String(i) !== name) return within;
      if (rest.length === 0) return [...within, { value: element, isElement: true }];
      return [...within, ...(isObject(element) || Array.isArray(element) ? reached(element, rest) : [])];
    });
  }
  if (!isObject(value)) return [{ value: undefined, isElement: false }];
  const field: unknown = Object.hasOwn(value, name) ? value[name] : undefined;
  if (rest.length === 0) return [{ value: field, isElement: false }];
  return isObject(field) || Array.isArray(field) ? reached(field, rest) : [{ value: undefined, isElement: false }];
}

function passes(value: unknown, operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$exists':
      return value !== undefined;
    case '$size':
      return Array.isArray(value) && value.length === operand;
    case '$type':
      return value !== undefined && bsonTypeOf(value) === operand;
    case '$in':
      return (operand as unknown[]).some((one) => passes(value, '$eq', one));
    case '$elemMatch':
      return (
        Array.isArray(value) &&
        value.some((element) =>
          isOperators(operand)
            ? Object.entries(operand).every(([inner, limit]) => passes(element, inner, limit))
            : (isObject(element) || Array.isArray(element)) && naiveMatches({ ...element }, operand as Document),
        )
      );
    default:
      return compares(value, operator, operand);
  }
}

function compares(value: unknown, operator: string, operand: unknown): boolean {
  const isNothing = (one: unknown): boolean => one === null || one === undefined;
  if (isNothing(operand)) return isNothing(value) && ['$eq', '$gte', '$lte'].includes(operator);
  if (typeOrderOf(value) !== typeOrderOf(operand)) return false;
  const isNotANumber = (one: unknown): boolean => Number.isNaN(Number(String(one))) && typeof one === 'number';
  if (isNotANumber(value) || isNotANumber(operand))
    return isNotANumber(value) && isNotANumber(operand) && ['$eq', '$gte', '$lte'].includes(operator);
  const order = compareValues(value, operand);
  switch (operator) {
    case '$eq':
      return order === 0;
    case '$gt':
      return order > 0;
    case '$gte':
      return order >= 0;
    case '$lt':
      return order < 0;
    case '$lte':
      return order <= 0;
    default:
      throw new Error(`The naive evaluator does not know ${operator}`);
  }
}
