import { isTrue } from '../../query/parse-operators.js';
import { binary, type OperatorCompiler, operands, unary } from './operator.js';

const and: OperatorCompiler = (operand, compiler, name) => {
  const computes = operands(name, operand, compiler, 0, Number.POSITIVE_INFINITY);
  return (environment) => computes.every((compute) => isTrue(compute(environment)));
};

const or: OperatorCompiler = (operand, compiler, name) => {
  const computes = operands(name, operand, compiler, 0, Number.POSITIVE_INFINITY);
  return (environment) => computes.some((compute) => isTrue(compute(environment)));
};

export const BOOLEAN_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $and: and,
  $or: or,
  $not: unary((value) => !isTrue(value)),
  $eq: binary((a, b, compiler) => compiler.compare(a, b) === 0),
  $ne: binary((a, b, compiler) => compiler.compare(a, b) !== 0),
  $gt: binary((a, b, compiler) => compiler.compare(a, b) > 0),
  $gte: binary((a, b, compiler) => compiler.compare(a, b) >= 0),
  $lt: binary((a, b, compiler) => compiler.compare(a, b) < 0),
  $lte: binary((a, b, compiler) => compiler.compare(a, b) <= 0),
  $cmp: binary((a, b, compiler) => Math.sign(compiler.compare(a, b))),
};
