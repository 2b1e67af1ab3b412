import { Long } from 'bson';
import { describeValue } from '../../bson/describe-value.js';
import { BSON_TYPE, bsonTypeOf, isDocument, typeNameOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { add, multiply, zeroOfKind } from '../../numbers/arithmetic.js';
import { type BsonNumber, integerValue, isBsonNumber, makeInteger, numberKindOf } from '../../numbers/number-kind.js';
import type { Target } from '../target.js';
import { documentLabel, type UpdateRun } from '../update-run.js';
import { assign } from './assignment.js';
import type { OperatorParser } from './operator.js';

export const increment: OperatorParser = (operand, path) => {
  const amount = numericOperand('increment', path, operand);
  return {
    missing: 'create',
    apply: (target, run) => {
      if (!target.exists) {
        target.set(amount);
        return;
      }
      const result = add(numericValue('$inc', target, run), amount, 'fail');
      if (result === undefined) throw overflow('$inc', target, run);
      assign(target, result);
    },
  };
};

export const multiplication: OperatorParser = (operand, path) => {
  const factor = numericOperand('multiply', path, operand);
  return {
    missing: 'create',
    apply: (target, run) => {
      if (!target.exists) {
        target.set(zeroOfKind(factor));
        return;
      }
      const result = multiply(numericValue('$mul', target, run), factor, 'fail');
      if (result === undefined) throw overflow('$mul', target, run);
      assign(target, result);
    },
  };
};

function numericOperand(verb: string, path: string, operand: unknown): BsonNumber {
  if (isBsonNumber(operand)) return operand;
  throw new MongoError(14, `Cannot ${verb} with non-numeric argument: {${path}: ${describeValue(operand)}}`);
}

function numericValue(operator: string, target: Target, run: UpdateRun): BsonNumber {
  if (isBsonNumber(target.value)) return target.value;
  throw new MongoError(
    14,
    `Cannot apply ${operator} to a value of non-numeric type. ${documentLabel(run)} has the field '${lastName(target.path)}' of non-numeric type ${typeNameOf(target.value)}`,
  );
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function overflow(operator: string, target: Target, run: UpdateRun): MongoError {
  return new MongoError(
    2,
    `Failed to apply ${operator} operations to current value (${describeValue(target.value)}) for document ${documentLabel(run)}`,
  );
}

const BIT_OPERATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

export const bit: OperatorParser = (operand, path) => {
  if (!isDocument(operand)) {
    throw new MongoError(
      2,
      `The $bit modifier is not compatible with a ${typeNameOf(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = Object.entries(operand).map(([name, value]) => {
    const operation = BIT_OPERATIONS[name];
    if (!operation) {
      throw new MongoError(
        2,
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${describeValue(value)}}`,
      );
    }
    if (!isInteger(value)) {
      throw new MongoError(
        2,
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeNameOf(value)}' is not supported here: {${name}: ${describeValue(value)}}`,
      );
    }
    return { operation, value };
  });
  if (steps.length === 0) {
    throw new MongoError(
      2,
      `You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  return {
    missing: 'create',
    apply: (target, run) => {
      let value = target.exists ? target.value : 0;
      if (!isInteger(value)) {
        throw new MongoError(
          2,
          `Cannot apply $bit to a value of non-integral type.${documentLabel(run)} has the field ${path} of non-integer type ${typeNameOf(value)}`,
        );
      }
      for (const step of steps) {
        const isLong = numberKindOf(value) === 'long' || numberKindOf(step.value) === 'long';
        const result = step.operation(integerValue(value as BsonNumber), integerValue(step.value));
        value = isLong ? Long.fromBigInt(result) : (makeInteger(result) as number);
      }
      assign(target, value);
    },
  };
};

function isInteger(value: unknown): value is BsonNumber {
  const type = bsonTypeOf(value);
  return type === BSON_TYPE.INT || type === BSON_TYPE.LONG;
}
