import { type KeywordCompiler, listOperand, type SchemaTest } from './keyword.js';

function combination(passes: (tests: readonly SchemaTest[], value: unknown) => boolean): KeywordCompiler {
  return (operand, { keyword, compile }) => {
    const tests = listOperand(operand, keyword).map(compile);
    return (value) => passes(tests, value);
  };
}

const not: KeywordCompiler = (operand, { compile }) => {
  const test = compile(operand);
  return (value) => !test(value);
};

export const COMBINING_KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  allOf: combination((tests, value) => tests.every((test) => test(value))),
  anyOf: combination((tests, value) => tests.some((test) => test(value))),
  oneOf: combination((tests, value) => tests.filter((test) => test(value)).length === 1),
  not,
};
