import { EJSON } from '@bolide/meteor/ejson';
import type { ElementMatcher } from './match-result.js';

/** Tells of each position whether the bit is set; `undefined` for a value that has no bits. */
function bitReader(value: unknown): ((position: number) => boolean) | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    const bits = BigInt(value);
    // Shifting keeps the sign: beyond the last bit, negative numbers have ones, as in two's complement.
    return (position) => ((bits >> BigInt(Math.min(position, 64))) & 1n) === 1n;
  }
  if (EJSON.isBinary(value)) {
    const bytes = value as Uint8Array;
    return (position) => ((bytes[Math.floor(position / 8)] ?? 0) & (1 << (position % 8))) !== 0;
  }
  return undefined;
}

/** The positions that the operand of a $bits… operator means, in growing order. */
function readPositions(operand: unknown, operator: string): number[] {
  if (typeof operand === 'number' && Number.isInteger(operand) && operand >= 0 && operand < 2 ** 31) {
    return setPositions(operand, 31);
  }
  if (EJSON.isBinary(operand)) return setPositions(operand, (operand as Uint8Array).length * 8);
  if (Array.isArray(operand) && operand.every((each) => Number.isSafeInteger(each) && each >= 0)) return operand;
  throw new Error(
    `operand to ${operator} must be a numeric bitmask (representable as a non-negative 32-bit signed integer), ` +
      'a bindata bitmask or an array with bit positions (non-negative integers)',
  );
}

function setPositions(mask: unknown, length: number): number[] {
  const isSet = bitReader(mask) as (position: number) => boolean;
  return Array.from({ length }, (_, position) => position).filter(isSet);
}

/** Makes the matcher of $bitsAllSet, $bitsAnySet, $bitsAllClear or $bitsAnyClear. */
export function matchingBits(operator: string, operand: unknown): ElementMatcher {
  const positions = readPositions(operand, operator);
  const wantsSet = operator.endsWith('Set');
  const wantsAll = operator.startsWith('$bitsAll');
  return (value) => {
    const isSet = bitReader(value);
    if (!isSet) return false;
    const fits = (position: number) => isSet(position) === wantsSet;
    return wantsAll ? positions.every(fits) : positions.some(fits);
  };
}
