import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';
import { asBigint } from './integer-operand.js';

/** `$mod: [divisor, remainder]` */
export function modulo(operand: unknown): ValueTest {
  if (!Array.isArray(operand)) throw new MongoError(2, 'malformed mod, needs to be an array');
  if (operand.length < 2) throw new MongoError(2, 'malformed mod, not enough elements');
  if (operand.length > 2) throw new MongoError(2, 'malformed mod, too many elements');
  const divisor = asBigint(operand[0]);
  const remainder = asBigint(operand[1]);
  if (divisor === undefined) throw new MongoError(2, 'malformed mod, divisor not a number');
  if (remainder === undefined) throw new MongoError(2, 'malformed mod, remainder not a number');
  if (divisor === 0n) throw new MongoError(2, 'divisor cannot be 0');
  return {
    kind: 'test',
    operator: '$mod',
    operand,
    leafArrays: 'elements',
    test: (value) => {
      if (value === undefined) return false;
      const integer = asBigint(value);
      return integer !== undefined && integer % divisor === remainder;
    },
  };
}
