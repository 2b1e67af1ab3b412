import type { BSONRegExp } from 'bson';
import { BSON_TYPE, bsonTypeOf, isDocument, typeNameOf } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import type { FilterContext } from './filter-context.js';
import { geometryTest } from './geo/geometry-test.js';
import { parseFilter } from './parse-filter.js';
import { type Predicate, testSingle, type ValueTest } from './predicate.js';
import { type BitsOperator, bits } from './predicates/bits.js';
import { type ComparisonOperator, comparison } from './predicates/comparison.js';
import { asNumber } from './predicates/integer-operand.js';
import { membership } from './predicates/membership.js';
import { modulo } from './predicates/modulo.js';
import { patternOf, regularExpression } from './predicates/regular-expression.js';
import { hasType } from './predicates/type.js';

/** Operators that say how others of the same field are to be taken. */
const MODIFIERS = new Set(['$options', '$maxDistance', '$minDistance']);

/** Whether what stands for a field is a set of operators rather than a value to compare with. */
export function isOperatorDocument(value: unknown): value is Record<string, unknown> {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** What a field is compared with: operators, a regular expression, or a value that it has to equal. */
export function parseCondition(value: unknown, context: FilterContext): Predicate {
  if (isOperatorDocument(value)) return parseOperators(value, context);
  if (bsonTypeOf(value) === BSON_TYPE.REGULAR_EXPRESSION) {
    const { pattern, options } = patternOf(value as BSONRegExp | RegExp);
    return regularExpression(pattern, options);
  }
  return comparison('$eq', value, context.textOrder);
}

/** @throws MongoError 2 BadValue for operators that do not exist and operands that do not fit */
export function parseOperators(operators: Record<string, unknown>, context: FilterContext): Predicate {
  const parts: Predicate[] = [];
  for (const operator of Object.keys(operators)) {
    if (MODIFIERS.has(operator)) {
      checkModifier(operator, operators);
      continue;
    }
    parts.push(parseOperator(operator, operators[operator], operators, context));
  }
  return parts.length === 1 ? (parts[0] as Predicate) : { kind: 'all', parts };
}

function checkModifier(operator: string, operators: Record<string, unknown>): void {
  if (operator === '$options' && !('$regex' in operators)) throw new MongoError(2, '$options needs a $regex');
}

function parseOperator(
  operator: string,
  operand: unknown,
  siblings: Record<string, unknown>,
  context: FilterContext,
): Predicate {
  switch (operator) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparison(operator as ComparisonOperator, operand, context.textOrder);
    case '$ne':
      if (bsonTypeOf(operand) === BSON_TYPE.REGULAR_EXPRESSION) {
        throw new MongoError(2, "Can't have regex as arg to $ne.");
      }
      return { kind: 'not', part: comparison('$eq', operand, context.textOrder) };
    case '$in':
      return membership(operand, context.textOrder);
    case '$nin':
      if (!Array.isArray(operand)) throw new MongoError(2, '$nin needs an array');
      return { kind: 'not', part: membership(operand, context.textOrder) };
    case '$not':
      return { kind: 'not', part: parseNot(operand, context) };
    case '$exists':
      return parseExists(operand);
    case '$type':
      return hasType(operand);
    case '$regex':
      return parseRegex(operand, siblings.$options);
    case '$mod':
      return modulo(operand);
    case '$size':
      return parseSize(operand);
    case '$all':
      return parseAll(operand, context);
    case '$elemMatch':
      return parseElemMatch(operand, context);
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return bits(operator as BitsOperator, operand);
    case '$geoWithin':
    case '$within':
    case '$geoIntersects':
      return geometryTest(operator, operand);
    case '$near':
    case '$nearSphere':
    case '$geoNear':
      return context.near(operator, operand, siblings);
    default:
      throw new MongoError(2, `unknown operator: ${operator}`);
  }
}

function parseNot(operand: unknown, context: FilterContext): Predicate {
  if (bsonTypeOf(operand) === BSON_TYPE.REGULAR_EXPRESSION) return parseCondition(operand, context);
  if (!isDocument(operand)) throw new MongoError(2, '$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw new MongoError(2, '$not cannot be empty');
  const stranger = Object.keys(operand).find((name) => !name.startsWith('$'));
  if (stranger !== undefined) throw new MongoError(2, `unknown operator: ${stranger}`);
  return parseOperators(operand, context);
}

function parseExists(operand: unknown): Predicate {
  const test: ValueTest = {
    kind: 'test',
    operator: '$exists',
    operand,
    leafArrays: 'whole',
    test: (value) => value !== undefined,
  };
  return isTrue(operand) ? test : { kind: 'not', part: test };
}

/** What counts as true where MongoDB takes any value: all but false, zero, null and undefined. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false;
  return asNumber(value) !== 0;
}

function parseRegex(operand: unknown, options: unknown): Predicate {
  if (options !== undefined && typeof options !== 'string') throw new MongoError(2, '$options has to be a string');
  if (bsonTypeOf(operand) === BSON_TYPE.REGULAR_EXPRESSION) {
    const own = patternOf(operand as BSONRegExp | RegExp);
    if (options && own.options) {
      throw new MongoError(51075, 'options set in both $regex and $options');
    }
    return regularExpression(own.pattern, options ?? own.options);
  }
  if (typeof operand !== 'string') throw new MongoError(2, '$regex has to be a string');
  return regularExpression(operand, options ?? '');
}

function parseSize(operand: unknown): Predicate {
  const size = asNumber(operand);
  if (size === undefined || !Number.isInteger(size)) {
    throw new MongoError(9, `Failed to parse $size. Expected a number in: $size: ${JSON.stringify(operand)}`);
  }
  if (size < 0) throw new MongoError(9, `Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return {
    kind: 'test',
    operator: '$size',
    operand: size,
    leafArrays: 'whole',
    test: (value) => Array.isArray(value) && value.length === size,
  };
}

function parseAll(operand: unknown, context: FilterContext): Predicate {
  if (!Array.isArray(operand)) throw new MongoError(2, '$all needs an array');
  if (operand.length === 0) {
    return { kind: 'test', operator: '$all', operand, leafArrays: 'whole', test: () => false };
  }
  const parts = operand.map((member: unknown) => {
    if (isOperatorDocument(member)) {
      const name = Object.keys(member)[0] as string;
      if (name !== '$elemMatch') throw new MongoError(2, `no $ expressions in $all`);
      return parseElemMatch(member.$elemMatch, context);
    }
    return parseCondition(member, context);
  });
  return parts.length === 1 ? (parts[0] as Predicate) : { kind: 'all', parts };
}

/** Operators that make `$elemMatch` look at elements as documents although they begin with `$`. */
const DOCUMENT_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$where', '$jsonSchema', '$comment']);

function parseElemMatch(operand: unknown, context: FilterContext): Predicate {
  if (!isDocument(operand)) throw new MongoError(2, '$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  const comparesValues = isOperatorDocument(operand) && !DOCUMENT_OPERATORS.has(first as string);
  const testElement = comparesValues
    ? testSingle(parseOperators(operand, context))
    : elementMatcher(parseFilter(operand, context.ofElements()).matches);
  return {
    kind: 'test',
    operator: '$elemMatch',
    operand,
    leafArrays: 'whole',
    test: (value) => Array.isArray(value) && value.some(testElement),
  };
}

function elementMatcher(matches: (document: Record<string, unknown>) => boolean): (element: unknown) => boolean {
  return (element) => {
    if (Array.isArray(element)) return matches({ ...element });
    return isDocument(element) && matches(element);
  };
}

/** For messages: what a value that should have been something else is. */
export function describeType(value: unknown): string {
  return value === undefined ? 'missing' : typeNameOf(value);
}
