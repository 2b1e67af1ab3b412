import { MongoError } from '../../mongo-error.js';
import type { Compiler } from '../compiler.js';
import { binary, isNullish, type OperatorCompiler, typeText, variadic } from './operator.js';

function requireSet(value: unknown, name: string, code: number): unknown[] {
  if (Array.isArray(value)) return value;
  throw new MongoError(code, `All operands of ${name} must be arrays. One argument is of type: ${typeText(value)}`);
}

function includes(array: readonly unknown[], value: unknown, compiler: Compiler): boolean {
  return array.some((element) => compiler.compare(element, value) === 0);
}

function distinct(array: readonly unknown[], compiler: Compiler): unknown[] {
  const sorted = [...array].sort((a, b) => compiler.compare(a, b));
  return sorted.filter((value, i) => i === 0 || compiler.compare(value, sorted[i - 1]) !== 0);
}

export const SET_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $setDifference: binary((a, b, compiler, name) => {
    if (isNullish(a) || isNullish(b)) return null;
    const second = requireSet(b, name, 17049);
    const kept: unknown[] = [];
    for (const value of requireSet(a, name, 17048)) {
      if (!includes(second, value, compiler) && !includes(kept, value, compiler)) kept.push(value);
    }
    return kept;
  }),
  $setEquals: variadic((values, compiler, name) => {
    const [first, ...others] = values.map((value) => distinct(requireSet(value, name, 17044), compiler));
    return others.every((other) => compiler.compare(first, other) === 0);
  }, 2),
  $setIntersection: variadic((values, compiler, name) => {
    if (values.some(isNullish)) return null;
    const [first = [], ...others] = values.map((value) => requireSet(value, name, 17047));
    return distinct(first, compiler).filter((value) => others.every((other) => includes(other, value, compiler)));
  }),
  $setIsSubset: binary((a, b, compiler, name) => {
    const second = requireSet(b, name, 17042);
    return requireSet(a, name, 17046).every((value) => includes(second, value, compiler));
  }),
  $setUnion: variadic((values, compiler, name) => {
    if (values.some(isNullish)) return null;
    return distinct(
      values.flatMap((value) => requireSet(value, name, 17043)),
      compiler,
    );
  }),
};
