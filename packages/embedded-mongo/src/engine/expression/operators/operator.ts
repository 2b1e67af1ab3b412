import { describeValue } from '../../bson/describe-value.js';
import { isDocument, typeNameOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import type { Compiler } from '../compiler.js';
import type { Compute } from '../environment.js';

/** Makes a function of an operator's operand. */
export type OperatorCompiler = (operand: unknown, compiler: Compiler, name: string) => Compute;

/** The operands of an operator: a list, or one that stands alone. */
export function operands(
  name: string,
  operand: unknown,
  compiler: Compiler,
  least: number,
  most = least,
): readonly Compute[] {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length >= least && list.length <= most) return list.map((one) => compiler.compile(one));
  if (least === most) {
    throw new MongoError(16020, `Expression ${name} takes exactly ${least} arguments. ${list.length} were passed in.`);
  }
  throw new MongoError(
    28667,
    most === Number.POSITIVE_INFINITY
      ? `Expression ${name} takes at least ${least} arguments, but ${list.length} were passed in.`
      : `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${list.length} were passed in.`,
  );
}

/** An operator of one operand. */
export function unary(apply: (value: unknown, name: string) => unknown): OperatorCompiler {
  return (operand, compiler, name) => {
    const [compute] = operands(name, operand, compiler, 1) as [Compute];
    return (environment) => apply(compute(environment), name);
  };
}

/** An operator of two operands. */
export function binary(apply: (a: unknown, b: unknown, compiler: Compiler, name: string) => unknown): OperatorCompiler {
  return (operand, compiler, name) => {
    const [first, second] = operands(name, operand, compiler, 2) as [Compute, Compute];
    return (environment) => apply(first(environment), second(environment), compiler, name);
  };
}

/** An operator of any number of operands. */
export function variadic(
  apply: (values: unknown[], compiler: Compiler, name: string) => unknown,
  least = 0,
  most = Number.POSITIVE_INFINITY,
): OperatorCompiler {
  return (operand, compiler, name) => {
    const computes = operands(name, operand, compiler, least, most);
    return (environment) =>
      apply(
        computes.map((compute) => compute(environment)),
        compiler,
        name,
      );
  };
}

/** The named operands of an operator that takes a document. */
export class NamedOperands {
  readonly #name: string;
  readonly #compiler: Compiler;
  readonly #fields: Record<string, unknown>;

  /** @throws MongoError if it is none, or has other names than `known` */
  constructor(name: string, operand: unknown, compiler: Compiler, known: readonly string[], code = 9) {
    if (!isDocument(operand)) {
      throw new MongoError(code, `${name} only supports an object as its argument, found: ${typeNameOf(operand)}`);
    }
    for (const field of Object.keys(operand)) {
      if (!known.includes(field)) throw new MongoError(code, `Unrecognized argument to ${name}: ${field}`);
    }
    this.#name = name;
    this.#compiler = compiler;
    this.#fields = operand;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#fields, field);
  }

  /** As it was given, not compiled. */
  raw(field: string): unknown {
    return this.#fields[field];
  }

  required(field: string, compiler: Compiler = this.#compiler): Compute {
    if (!this.has(field)) throw new MongoError(9, `Missing '${field}' parameter to ${this.#name}`);
    return compiler.compile(this.#fields[field]);
  }

  optional(field: string): Compute | undefined {
    return this.has(field) ? this.#compiler.compile(this.#fields[field]) : undefined;
  }
}

export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** A value's type in messages. */
export function typeText(value: unknown): string {
  return value === undefined ? 'missing' : typeNameOf(value);
}

export function valueText(value: unknown): string {
  return value === undefined ? 'MISSING' : describeValue(value);
}
