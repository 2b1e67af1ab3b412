import { describeValue } from '../../bson/describe-value.js';
import { typeNameOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import type { Target } from '../target.js';
import type { OperatorParser } from './operator.js';

export const pop: OperatorParser = (operand, path) => {
  const end = asNumber(operand);
  if (end === undefined) {
    throw new MongoError(9, `Expected a number in: ${path}: ${describeValue(operand)}`);
  }
  if (end !== 1 && end !== -1) throw new MongoError(9, `$pop expects 1 or -1, found: ${describeValue(operand)}`);
  return {
    missing: 'ignore',
    apply: (target) => {
      if (!target.exists) return;
      if (!Array.isArray(target.value)) {
        throw new MongoError(
          14,
          `Path '${target.path}' contains an element of non-array type '${typeNameOf(target.value)}'`,
        );
      }
      if (target.value.length === 0) return;
      target.set(end === 1 ? target.value.slice(0, -1) : target.value.slice(1));
    },
  };
};

export const pull: OperatorParser = (operand, _path, { elementCondition }) => {
  const isPulled = elementCondition(operand);
  return { missing: 'ignore', apply: (target) => removeElements('$pull', target, isPulled) };
};

export const pullAll: OperatorParser = (operand, _path, { compare }) => {
  if (!Array.isArray(operand)) {
    throw new MongoError(2, `$pullAll requires an array argument but was given a ${typeNameOf(operand)}`);
  }
  const isPulled = (element: unknown): boolean => operand.some((value) => compare(element, value) === 0);
  return { missing: 'ignore', apply: (target) => removeElements('$pullAll', target, isPulled) };
};

function removeElements(operator: string, target: Target, isRemoved: (element: unknown) => boolean): void {
  if (!target.exists) return;
  if (!Array.isArray(target.value)) {
    throw new MongoError(2, `Cannot apply ${operator} to a non-array value`);
  }
  const kept = target.value.filter((element) => !isRemoved(element));
  if (kept.length < target.value.length) target.set(kept);
}
