import type { Document } from 'bson';
import { setField } from '../../bson/decode.js';
import { encodeDocument } from '../../bson/encode.js';
import { BSON_TYPE, bsonTypeOf, isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { fieldOf } from '../../query/path.js';
import type { Compute } from '../environment.js';
import { isNullish, NamedOperands, type OperatorCompiler, typeText, unary, variadic } from './operator.js';

const mergeObjects = variadic((values) => {
  const merged: Document = {};
  // A list that was computed counts as its members.
  for (const value of values.length === 1 && Array.isArray(values[0]) ? values[0] : values) {
    if (isNullish(value)) continue;
    if (!isDocument(value)) {
      throw new MongoError(
        40400,
        `$mergeObjects requires object inputs, but input ${String(value)} is of type ${typeText(value)}`,
      );
    }
    for (const name of Object.keys(value)) setField(merged, name, value[name]);
  }
  return merged;
});

/** The name of the field that `$getField` and its like are about: a constant text, also one with dots or dollars. */
function fieldName(given: unknown, name: string): string {
  const constant = isDocument(given) && Object.keys(given).length === 1 ? (given.$literal ?? given.$const) : given;
  if (typeof constant !== 'string') {
    throw new MongoError(5654602, `${name} requires 'field' to evaluate to a constant, but got ${typeText(constant)}`);
  }
  if (constant.startsWith('$') && constant === given) {
    throw new MongoError(
      5654600,
      `${name} requires 'field' to be a constant; use $literal for a name that begins with '$'`,
    );
  }
  return constant;
}

const getField: OperatorCompiler = (operand, compiler, name) => {
  const whole = !isDocument(operand) || Object.keys(operand)[0]?.startsWith('$') === true;
  const named = new NamedOperands(name, whole ? { field: operand } : operand, compiler, ['field', 'input'], 3041701);
  const input: Compute = named.optional('input') ?? compiler.compile('$$CURRENT');
  const field = named.required('field');
  return (environment) => {
    const key = field(environment);
    if (isNullish(key)) return key === null ? null : undefined;
    if (typeof key !== 'string') {
      throw new MongoError(3041704, `$getField requires 'field' to evaluate to type String, but got ${typeText(key)}`);
    }
    const document = input(environment);
    if (document === null) return null;
    return isDocument(document) ? fieldOf(document, key) : undefined;
  };
};

const setFieldOperator: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['field', 'input', 'value'], 4161100);
  const key = fieldName(named.raw('field'), name);
  const input = named.required('input');
  const value = named.required('value');
  return (environment) => changed(input(environment), key, value(environment), name);
};

const unsetField: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['field', 'input'], 4161100);
  const key = fieldName(named.raw('field'), name);
  const input = named.required('input');
  return (environment) => changed(input(environment), key, undefined, name);
};

function changed(document: unknown, key: string, value: unknown, name: string): unknown {
  if (isNullish(document)) return null;
  if (!isDocument(document)) throw new MongoError(4161105, `${name} requires 'input' to evaluate to type Object`);
  const copy = { ...document };
  if (value === undefined) delete copy[key];
  else setField(copy, key, value);
  return copy;
}

export const OBJECT_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $mergeObjects: mergeObjects,
  $getField: getField,
  $setField: setFieldOperator,
  $unsetField: unsetField,
  $bsonSize: unary((value) => {
    if (isNullish(value)) return null;
    if (!isDocument(value)) {
      throw new MongoError(31393, `$bsonSize requires a document input, found: ${typeText(value)}`);
    }
    return encodeDocument(value).length;
  }),
  $binarySize: unary((value) => {
    if (isNullish(value)) return null;
    if (typeof value === 'string') return Buffer.byteLength(value);
    if (bsonTypeOf(value) === BSON_TYPE.BINARY) return (value as { length(): number }).length();
    throw new MongoError(51276, `$binarySize requires a string or BinData argument, found: ${typeText(value)}`);
  }),
};
