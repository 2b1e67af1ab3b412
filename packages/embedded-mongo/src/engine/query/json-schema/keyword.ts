import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../predicates/integer-operand.js';

/** Whether a value, which exists, is as a schema wants it. */
export type SchemaTest = (value: unknown) => boolean;

export interface KeywordTools {
  readonly keyword: string;
  /** The schema that the keyword stands in. */
  readonly schema: Readonly<Record<string, unknown>>;
  compile(schema: unknown): SchemaTest;
}

/** Gives no test for keywords that only change what others mean. */
export type KeywordCompiler = (operand: unknown, tools: KeywordTools) => SchemaTest | undefined;

/** @throws MongoError 9 FailedToParse unless it is a number of things */
export function countOperand(operand: unknown, keyword: string): number {
  const count = asNumber(operand);
  if (count !== undefined && Number.isInteger(count) && count >= 0) return count;
  throw new MongoError(9, `Failed to parse ${keyword}. Expected a non-negative integer`);
}

/** @throws MongoError 14 TypeMismatch unless it is a list that is not empty */
export function listOperand(operand: unknown, keyword: string): readonly unknown[] {
  if (!Array.isArray(operand)) throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be an array`);
  if (operand.length === 0) throw new MongoError(9, `$jsonSchema keyword '${keyword}' cannot be an empty array`);
  return operand;
}
