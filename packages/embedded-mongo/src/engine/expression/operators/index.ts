import { ACCUMULATION_OPERATORS } from './accumulations.js';
import { ARITHMETIC_OPERATORS } from './arithmetic.js';
import { ARRAY_OPERATORS } from './arrays.js';
import { BOOLEAN_OPERATORS } from './boolean.js';
import { CONDITIONAL_OPERATORS } from './conditional.js';
import { DATE_OPERATORS } from './dates.js';
import { OBJECT_OPERATORS } from './objects.js';
import type { OperatorCompiler } from './operator.js';
import { SET_OPERATORS } from './sets.js';
import { STRING_OPERATORS } from './strings.js';
import { TRIGONOMETRY_OPERATORS } from './trigonometry.js';
import { TYPE_OPERATORS } from './types.js';

/** All operators of expressions by name. */
export const OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  ...ACCUMULATION_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...ARRAY_OPERATORS,
  ...BOOLEAN_OPERATORS,
  ...CONDITIONAL_OPERATORS,
  ...DATE_OPERATORS,
  ...OBJECT_OPERATORS,
  ...SET_OPERATORS,
  ...STRING_OPERATORS,
  ...TRIGONOMETRY_OPERATORS,
  ...TYPE_OPERATORS,
};
