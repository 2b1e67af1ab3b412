import { Binary } from 'bson';
import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';
import { asBigint, asNumber } from './integer-operand.js';

export type BitsOperator = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

/** Tests bits of integers (in two's complement of any width) and binaries. */
export function bits(operator: BitsOperator, operand: unknown): ValueTest {
  const positions = readPositions(operator, operand);
  const wantsSet = operator === '$bitsAllSet' || operator === '$bitsAnySet';
  const wantsAll = operator === '$bitsAllSet' || operator === '$bitsAllClear';
  return {
    kind: 'test',
    operator,
    operand,
    leafArrays: 'elements',
    test: (value) => {
      const isSet = bitReader(value);
      if (!isSet) return false;
      const passes = (position: number): boolean => isSet(position) === wantsSet;
      return wantsAll ? positions.every(passes) : positions.some(passes);
    },
  };
}

function readPositions(operator: string, operand: unknown): number[] {
  if (Array.isArray(operand)) {
    return operand.map((position) => {
      const number = asNumber(position);
      if (number === undefined || !Number.isInteger(number)) {
        throw new MongoError(2, `bit positions must be an integer but got: ${String(position)}`);
      }
      if (number < 0) throw new MongoError(2, `bit positions must be >= 0 but got: ${number}`);
      return number;
    });
  }
  if (operand instanceof Binary) {
    const bytes = operand.buffer.subarray(0, operand.position);
    const positions: number[] = [];
    for (let i = 0; i < bytes.length * 8; i++) if (((bytes[i >> 3] as number) >> (i & 7)) & 1) positions.push(i);
    return positions;
  }
  const mask = asNumber(operand) === undefined ? undefined : asBigint(operand);
  if (mask === undefined || !Number.isInteger(asNumber(operand))) {
    throw new MongoError(2, `${operator} takes an Array, a number, or a BinData but received: ${String(operand)}`);
  }
  if (mask < 0n) throw new MongoError(9, `Expected a non-negative number in: ${operator}: ${mask}`);
  const positions: number[] = [];
  for (let i = 0; i < 64; i++) if ((mask >> BigInt(i)) & 1n) positions.push(i);
  return positions;
}

function bitReader(value: unknown): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) {
    const bytes = value.buffer.subarray(0, value.position);
    return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
  }
  if (value === undefined || typeof value === 'string') return undefined;
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number)) return undefined;
  const integer = asBigint(value);
  if (integer === undefined) return undefined;
  return (position) => ((integer >> BigInt(Math.min(position, 64))) & 1n) === 1n;
}
