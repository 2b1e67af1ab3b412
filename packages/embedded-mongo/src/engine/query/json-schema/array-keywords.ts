import { compareValues } from '../../keys/compare-values.js';
import { countOperand, type KeywordCompiler } from './keyword.js';

const items: KeywordCompiler = (operand, { compile }) => {
  if (Array.isArray(operand)) {
    const tests = operand.map((schema: unknown) => compile(schema));
    return (value) => !Array.isArray(value) || tests.every((test, i) => i >= value.length || test(value[i]));
  }
  const test = compile(operand);
  return (value) => !Array.isArray(value) || value.every(test);
};

const additionalItems: KeywordCompiler = (operand, { schema, compile }) => {
  if (!Array.isArray(schema.items) || operand === true) return undefined;
  const { length } = schema.items;
  const test = operand === false ? () => false : compile(operand);
  return (value) => !Array.isArray(value) || value.slice(length).every(test);
};

function itemCount(passes: (count: number, limit: number) => boolean): KeywordCompiler {
  return (operand, { keyword }) => {
    const wanted = countOperand(operand, keyword);
    return (value) => !Array.isArray(value) || passes(value.length, wanted);
  };
}

const uniqueItems: KeywordCompiler = (operand) => {
  if (operand !== true) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return true;
    const sorted = [...(value as unknown[])].sort((a, b) => compareValues(a, b));
    return sorted.every((element, i) => i === 0 || compareValues(element, sorted[i - 1]) !== 0);
  };
};

export const ARRAY_KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  items,
  additionalItems,
  minItems: itemCount((count, wanted) => count >= wanted),
  maxItems: itemCount((count, wanted) => count <= wanted),
  uniqueItems,
};
