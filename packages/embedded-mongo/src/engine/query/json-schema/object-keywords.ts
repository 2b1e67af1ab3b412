import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { compilePattern } from '../predicates/regular-expression.js';
import { countOperand, type KeywordCompiler, listOperand, type SchemaTest } from './keyword.js';

function documentOperand(operand: unknown, keyword: string): Record<string, unknown> {
  if (isDocument(operand)) return operand;
  throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be an object`);
}

const required: KeywordCompiler = (operand, { keyword }) => {
  const names = listOperand(operand, keyword) as string[];
  return (value) => !isDocument(value) || names.every((name) => Object.hasOwn(value, name));
};

const properties: KeywordCompiler = (operand, { keyword, compile }) => {
  const tests = Object.entries(documentOperand(operand, keyword)).map(([name, schema]) => ({
    name,
    test: compile(schema),
  }));
  return (value) =>
    !isDocument(value) || tests.every(({ name, test }) => !Object.hasOwn(value, name) || test(value[name]));
};

const patternProperties: KeywordCompiler = (operand, { keyword, compile }) => {
  const tests = Object.entries(documentOperand(operand, keyword)).map(([pattern, schema]) => ({
    expression: compilePattern(pattern, ''),
    test: compile(schema),
  }));
  return (value) =>
    !isDocument(value) ||
    Object.keys(value).every((name) =>
      tests.every(({ expression, test }) => !expression.test(name) || test(value[name])),
    );
};

const additionalProperties: KeywordCompiler = (operand, { schema, compile }) => {
  if (operand === true) return undefined;
  const test: SchemaTest = operand === false ? () => false : compile(operand);
  const known = new Set(Object.keys(isDocument(schema.properties) ? schema.properties : {}));
  const patterns = Object.keys(isDocument(schema.patternProperties) ? schema.patternProperties : {}).map((pattern) =>
    compilePattern(pattern, ''),
  );
  return (value) =>
    !isDocument(value) ||
    Object.keys(value).every(
      (name) => known.has(name) || patterns.some((pattern) => pattern.test(name)) || test(value[name]),
    );
};

function propertyCount(passes: (count: number, limit: number) => boolean): KeywordCompiler {
  return (operand, { keyword }) => {
    const wanted = countOperand(operand, keyword);
    return (value) => !isDocument(value) || passes(Object.keys(value).length, wanted);
  };
}

const dependencies: KeywordCompiler = (operand, { keyword, compile }) => {
  const tests = Object.entries(documentOperand(operand, keyword)).map(([name, dependency]) => {
    if (!Array.isArray(dependency)) return { name, test: compile(dependency) };
    const names = dependency as string[];
    return { name, test: (value: unknown) => names.every((one) => Object.hasOwn(value as object, one)) };
  });
  return (value) => !isDocument(value) || tests.every(({ name, test }) => !Object.hasOwn(value, name) || test(value));
};

export const OBJECT_KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  minProperties: propertyCount((count, wanted) => count >= wanted),
  maxProperties: propertyCount((count, wanted) => count <= wanted),
  dependencies,
};
