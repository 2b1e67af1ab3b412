import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { isTrue } from '../../query/parse-operators.js';
import type { Compute, Environment } from '../environment.js';
import { isNullish, NamedOperands, type OperatorCompiler, operands } from './operator.js';

const cond: OperatorCompiler = (operand, compiler, name) => {
  let parts: readonly Compute[];
  if (isDocument(operand)) {
    const named = new NamedOperands(name, operand, compiler, ['if', 'then', 'else'], 17083);
    parts = [named.required('if'), named.required('then'), named.required('else')];
  } else {
    parts = operands(name, operand, compiler, 3);
  }
  const [condition, yes, no] = parts as [Compute, Compute, Compute];
  return (environment) => (isTrue(condition(environment)) ? yes(environment) : no(environment));
};

const ifNull: OperatorCompiler = (operand, compiler, name) => {
  const computes = operands(name, operand, compiler, 2, Number.POSITIVE_INFINITY);
  return (environment) => {
    let value: unknown;
    for (const compute of computes) {
      value = compute(environment);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const switchCase: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['branches', 'default'], 40060);
  const branches = named.raw('branches');
  if (!Array.isArray(branches)) throw new MongoError(40061, "$switch expected an array for 'branches'");
  if (branches.length === 0 && !named.has('default')) {
    throw new MongoError(40068, '$switch requires at least one branch.');
  }
  const compiled = branches.map((branch: unknown) => {
    const parts = new NamedOperands(name, branch, compiler, ['case', 'then'], 40062);
    return { condition: parts.required('case'), result: parts.required('then') };
  });
  const otherwise = named.optional('default');
  return (environment) => {
    for (const { condition, result } of compiled) if (isTrue(condition(environment))) return result(environment);
    if (otherwise) return otherwise(environment);
    throw new MongoError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
};

const letVariables: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['vars', 'in'], 16875);
  const variables = named.raw('vars');
  if (!isDocument(variables)) throw new MongoError(16876, "Missing 'vars' parameter to $let");
  const values = Object.entries(variables).map(([variable, expression]) => {
    checkVariableName(variable);
    return { variable, compute: compiler.compile(expression) };
  });
  const body = named.required('in', compiler.withVariables(Object.keys(variables)));
  return (environment) => {
    let inner: Environment = environment;
    for (const { variable, compute } of values) inner = inner.with(variable, compute(environment));
    return body(inner);
  };
};

/** @throws MongoError 16867 for names that a user may not give to a variable */
export function checkVariableName(name: string): void {
  if (name !== 'CURRENT' && !/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name)) {
    throw new MongoError(16867, `'${name}' starts with an invalid character for a user variable name`);
  }
}

export const CONDITIONAL_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchCase,
  $let: letVariables,
  $literal: (operand) => () => operand,
  $const: (operand) => () => operand,
  $expr: (operand, compiler) => compiler.compile(operand),
};
