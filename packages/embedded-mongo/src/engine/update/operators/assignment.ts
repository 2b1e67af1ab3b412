import { Timestamp } from 'bson';
import { copyValue } from '../../bson/copy-value.js';
import { identicalValues } from '../../bson/identical.js';
import { isDocument, typeNameOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import type { Target } from '../target.js';
import type { OperatorParser } from './operator.js';

/** Stores a value unless it is there already. */
export function assign(target: Target, value: unknown): void {
  if (target.exists && identicalValues(target.value, value)) return;
  target.set(copyValue(value));
}

export const set: OperatorParser = (operand) => ({
  missing: 'create',
  apply: (target) => assign(target, operand),
});

export const setOnInsert: OperatorParser = (operand) => ({
  missing: 'create',
  onlyOnInsert: true,
  apply: (target) => assign(target, operand),
});

export const unset: OperatorParser = () => ({ missing: 'ignore', apply: (target) => target.unset() });

export const min: OperatorParser = (operand, _path, { compare }) => ({
  missing: 'create',
  apply: (target) => {
    if (!target.exists || compare(operand, target.value) < 0) assign(target, operand);
  },
});

export const max: OperatorParser = (operand, _path, { compare }) => ({
  missing: 'create',
  apply: (target) => {
    if (!target.exists || compare(operand, target.value) > 0) assign(target, operand);
  },
});

export const currentDate: OperatorParser = (operand) => {
  const type = dateType(operand);
  return {
    missing: 'create',
    apply: (target, { now }) =>
      target.set(type === 'date' ? now : new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 })),
  };
};

function dateType(operand: unknown): 'date' | 'timestamp' {
  if (typeof operand === 'boolean') return 'date';
  if (!isDocument(operand)) {
    throw new MongoError(
      2,
      `${typeNameOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  const stranger = Object.keys(operand).find((name) => name !== '$type');
  if (stranger !== undefined) throw new MongoError(2, `Unrecognized $currentDate option: ${stranger}`);
  const type = operand.$type;
  if (type !== 'date' && type !== 'timestamp') {
    throw new MongoError(
      2,
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  return type;
}
