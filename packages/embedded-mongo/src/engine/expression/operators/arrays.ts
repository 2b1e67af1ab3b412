import type { Document } from 'bson';
import { setField } from '../../bson/decode.js';
import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { isTrue } from '../../query/parse-operators.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import { compileArraySort } from '../../update/operators/sort-elements.js';
import type { Compiler } from '../compiler.js';
import type { Compute } from '../environment.js';
import { checkVariableName } from './conditional.js';
import {
  binary,
  isNullish,
  NamedOperands,
  type OperatorCompiler,
  operands,
  typeText,
  unary,
  variadic,
} from './operator.js';

const MAX_RANGE = 10_000_000;

/** @throws MongoError unless it is an array */
export function requireArray(value: unknown, code: number, message: (type: string) => string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new MongoError(code, message(typeText(value)));
}

function integerOperand(value: unknown, code: number, message: (text: string) => string): number {
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number)) throw new MongoError(code, message(typeText(value)));
  return number;
}

const elementAt = binary((array, position) => {
  if (isNullish(array) || isNullish(position)) return null;
  const elements = requireArray(
    array,
    28689,
    (type) => `$arrayElemAt's first argument must be an array, but is ${type}`,
  );
  const index = integerOperand(
    position,
    28690,
    (type) => `$arrayElemAt's second argument must be a numeric value, but is ${type}`,
  );
  return elements[index < 0 ? elements.length + index : index];
});

/** `$first` and `$last` of an array. */
function endOf(which: 0 | -1): OperatorCompiler {
  return unary((array, name) => {
    if (isNullish(array)) return null;
    return requireArray(array, 28689, (type) => `${name}'s argument must be an array, but is ${type}`).at(which);
  });
}

/** `$firstN`, `$lastN`, `$maxN`, `$minN` of an array. */
function severalOf(choose: (elements: unknown[], n: number, compiler: Compiler) => unknown[]): OperatorCompiler {
  return (operand, compiler, name) => {
    const named = new NamedOperands(name, operand, compiler, ['input', 'n'], 5787900);
    const input = named.required('input');
    const count = named.required('n');
    return (environment) => {
      const elements = requireArray(input(environment), 5788200, () => 'Input must be an array');
      const n = integerOperand(count(environment), 5787902, () => "Value for 'n' must be of integral type");
      if (n <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${n}`);
      return choose(elements, n, compiler);
    };
  };
}

function extremes(sign: 1 | -1): (elements: unknown[], n: number, compiler: Compiler) => unknown[] {
  return (elements, n, compiler) =>
    elements
      .filter((element) => !isNullish(element))
      .sort((a, b) => sign * compiler.compare(a, b))
      .slice(0, n);
}

const arrayToObject = unary((array) => {
  if (isNullish(array)) return null;
  const entries = requireArray(array, 40386, (type) => `$arrayToObject requires an array input, found: ${type}`);
  const result: Document = {};
  for (const entry of entries) {
    if (Array.isArray(entry)) {
      if (entry.length !== 2) {
        throw new MongoError(
          40397,
          `$arrayToObject requires an array of size 2 arrays,found array of size: ${entry.length}`,
        );
      }
      setField(result, keyText(entry[0], 40395), entry[1]);
    } else if (isDocument(entry)) {
      if (Object.keys(entry).length !== 2 || !('k' in entry) || !('v' in entry)) {
        throw new MongoError(
          40392,
          "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys",
        );
      }
      setField(result, keyText(entry.k, 40394), entry.v);
    } else {
      throw new MongoError(40398, `Unrecognised input type format for $arrayToObject: ${typeText(entry)}`);
    }
  }
  return result;
});

function keyText(key: unknown, code: number): string {
  if (typeof key === 'string') return key;
  throw new MongoError(code, `$arrayToObject requires keys of type string, found: ${typeText(key)}`);
}

const objectToArray = unary((value) => {
  if (isNullish(value)) return null;
  if (!isDocument(value)) {
    throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeText(value)}`);
  }
  return Object.keys(value).map((name) => ({ k: name, v: value[name] }));
});

const concatArrays = variadic((arrays) => {
  if (arrays.some(isNullish)) return null;
  return arrays.flatMap((array) =>
    requireArray(array, 28664, (type) => `$concatArrays only supports arrays, not ${type}`),
  );
});

const filter: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['input', 'as', 'cond', 'limit'], 28647);
  const variable = variableName(named.raw('as'));
  const input = named.required('input');
  const limit = named.optional('limit');
  const condition = named.required('cond', compiler.withVariables([variable]));
  return (environment) => {
    const array = input(environment);
    if (isNullish(array)) return null;
    const elements = requireArray(array, 28651, (type) => `input to $filter must be an array not ${type}`);
    const most = limit ? limit(environment) : undefined;
    const wanted = isNullish(most)
      ? Number.POSITIVE_INFINITY
      : integerOperand(most, 327391, () => '$filter: limit must be represented as a 32-bit integral value');
    if (wanted < 1) throw new MongoError(327392, `$filter: limit must be greater than 0: ${wanted}`);
    const kept: unknown[] = [];
    for (const element of elements) {
      if (isTrue(condition(environment.with(variable, element)))) kept.push(element);
      if (kept.length >= wanted) break;
    }
    return kept;
  };
};

function variableName(given: unknown): string {
  if (given === undefined) return 'this';
  if (typeof given !== 'string') throw new MongoError(28648, 'The name of a variable must be a string');
  checkVariableName(given);
  return given;
}

const map: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['input', 'as', 'in'], 16879);
  const variable = variableName(named.raw('as'));
  const input = named.required('input');
  const body = named.required('in', compiler.withVariables([variable]));
  return (environment) => {
    const array = input(environment);
    if (isNullish(array)) return null;
    return requireArray(array, 16883, (type) => `input to $map must be an array not ${type}`).map((element) => {
      const value = body(environment.with(variable, element));
      return value === undefined ? null : value;
    });
  };
};

const reduce: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['input', 'initialValue', 'in'], 40076);
  const input = named.required('input');
  const initial = named.required('initialValue');
  const body = named.required('in', compiler.withVariables(['this', 'value']));
  return (environment) => {
    const array = input(environment);
    if (isNullish(array)) return null;
    let value = initial(environment);
    for (const element of requireArray(
      array,
      40080,
      (type) => `$reduce requires that 'input' be an array, found: ${type}`,
    )) {
      value = body(environment.with('this', element).with('value', value));
    }
    return value;
  };
};

const isIn = binary((value, array, compiler) => {
  return requireArray(array, 40081, (type) => `$in requires an array as a second argument, found: ${type}`).some(
    (element) => compiler.compare(element, value) === 0,
  );
});

const indexOfArray = variadic(
  ([array, wanted, start, end], compiler) => {
    if (isNullish(array)) return null;
    const elements = requireArray(
      array,
      40090,
      (type) => `$indexOfArray requires an array as a first argument, found: ${type}`,
    );
    const [from, to] = indexBounds('$indexOfArray', start, end, elements.length);
    for (let i = from; i < to; i++) if (compiler.compare(elements[i], wanted) === 0) return i;
    return -1;
  },
  2,
  4,
);

/** The operands from where and up to where an `$indexOf…` looks. */
export function indexBounds(name: string, start: unknown, end: unknown, length: number): [number, number] {
  const read = (value: unknown, otherwise: number): number => {
    if (value === undefined) return otherwise;
    const index = integerOperand(
      value,
      40096,
      (type) => `${name} requires an integral starting index, found a value of type: ${type}`,
    );
    if (index < 0) throw new MongoError(40097, `${name} requires a nonnegative starting index, found: ${index}`);
    return index;
  };
  return [read(start, 0), Math.min(read(end, length), length)];
}

const range = variadic(
  (values) => {
    const [start, end, step = 1] = values.map((value, i) =>
      i === 2 && value === undefined
        ? 1
        : integerOperand(
            value,
            [34443, 34445, 34447][i] as number,
            (type) => `$range requires a numeric value, found value of type:${type}`,
          ),
    ) as [number, number, number?];
    if (step === 0) throw new MongoError(34449, '$range requires a non-zero step value');
    const count = Math.max(0, Math.ceil((end - start) / step));
    if (count > MAX_RANGE) throw new MongoError(146, `$range would use too much memory: ${count} elements`);
    return Array.from({ length: count }, (_, i) => start + i * step);
  },
  2,
  3,
);

const reverseArray = unary((array) => {
  if (isNullish(array)) return null;
  return [
    ...requireArray(array, 34435, (type) => `The argument to $reverseArray must be an array, but was of type: ${type}`),
  ].reverse();
});

const size = unary((array) => {
  return requireArray(array, 17124, (type) => `The argument to $size must be an array, but was of type: ${type}`)
    .length;
});

const slice = variadic(
  ([array, first, second]) => {
    if (isNullish(array) || isNullish(first) || second === null) return null;
    const elements = requireArray(
      array,
      28724,
      (type) => `First argument to $slice must be an array, but is of type: ${type}`,
    );
    const n = integerOperand(
      first,
      28725,
      (type) => `Second argument to $slice must be a numeric value, but is of type: ${type}`,
    );
    if (second === undefined) return n >= 0 ? elements.slice(0, n) : elements.slice(n);
    const count = integerOperand(
      second,
      28727,
      (type) => `Third argument to $slice must be numeric, but is of type: ${type}`,
    );
    if (count <= 0) throw new MongoError(28729, `Third argument to $slice must be positive: ${count}`);
    const start = n < 0 ? Math.max(0, elements.length + n) : n;
    return elements.slice(start, start + count);
  },
  2,
  3,
);

const sortArray: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['input', 'sortBy'], 2942500);
  const input = named.required('input');
  const sort = compileArraySort(named.raw('sortBy'), (a, b) => compiler.compare(a, b));
  return (environment) => {
    const array = input(environment);
    if (isNullish(array)) return null;
    const sorted = [
      ...requireArray(
        array,
        2942504,
        (type) => `The input argument to $sortArray must be an array, but was of type: ${type}`,
      ),
    ];
    sort(sorted);
    return sorted;
  };
};

const zip: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['inputs', 'useLongestLength', 'defaults'], 34460);
  const given = named.raw('inputs');
  if (!Array.isArray(given))
    throw new MongoError(34461, `inputs must be an array of expressions, found: ${typeText(given)}`);
  if (given.length === 0) throw new MongoError(34465, '$zip requires at least one input array');
  const inputs: Compute[] = given.map((input: unknown) => compiler.compile(input));
  const longest = named.raw('useLongestLength') === true;
  const defaults = named.optional('defaults');
  return (environment) => {
    const values = inputs.map((input) => input(environment));
    if (values.some(isNullish)) return null;
    const arrays = values.map((value) =>
      requireArray(value, 34468, (type) => `$zip found a non-array expression in input: ${type}`),
    );
    const fillers = defaults ? (defaults(environment) as unknown[]) : [];
    const lengths = arrays.map(({ length }) => length);
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    return Array.from({ length }, (_, i) =>
      arrays.map((array, k) => (i < array.length ? array[i] : (fillers[k] ?? null))),
    );
  };
};

/** `$allElementsTrue` and `$anyElementTrue`; also given as a list of one. */
function elementsTrue(test: 'every' | 'some'): OperatorCompiler {
  return unary((array, name) => {
    return requireArray(
      array,
      test === 'every' ? 17040 : 17041,
      (type) => `${name}'s argument must be an array, but is ${type}`,
    )[test](isTrue);
  });
}

export const ARRAY_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $arrayElemAt: elementAt,
  $first: endOf(0),
  $last: endOf(-1),
  $firstN: severalOf((elements, n) => elements.slice(0, n)),
  $lastN: severalOf((elements, n) => elements.slice(-n)),
  $maxN: severalOf(extremes(-1)),
  $minN: severalOf(extremes(1)),
  $arrayToObject: arrayToObject,
  $objectToArray: objectToArray,
  $concatArrays: concatArrays,
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $in: isIn,
  $indexOfArray: indexOfArray,
  $isArray: (operand, compiler, name) => {
    const [compute] = operands(name, operand, compiler, 1) as [Compute];
    return (environment) => Array.isArray(compute(environment));
  },
  $range: range,
  $reverseArray: reverseArray,
  $size: size,
  $slice: slice,
  $sortArray: sortArray,
  $zip: zip,
  $allElementsTrue: elementsTrue('every'),
  $anyElementTrue: elementsTrue('some'),
};
