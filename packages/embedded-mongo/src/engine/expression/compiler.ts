import type { Document } from 'bson';
import { setField } from '../bson/decode.js';
import { describeValue } from '../bson/describe-value.js';
import { isDocument } from '../bson/value-type.js';
import { compareText, compareValues, type TextOrder } from '../keys/compare-values.js';
import { MongoError } from '../mongo-error.js';
import type { Compute } from './environment.js';
import { parseFieldPath, valueAtPath } from './field-path.js';
import { OPERATORS } from './operators/index.js';

const MAX_DEPTH = 200;

/** Makes functions of expressions; knows which variables there are at each point. */
export class Compiler {
  readonly #constants: Readonly<Record<string, unknown>>;
  readonly #scope: ReadonlySet<string>;
  readonly #textOrder: TextOrder | undefined;
  readonly #depth: number;

  /** @param constants variables that have one value throughout */
  constructor(
    constants: Readonly<Record<string, unknown>>,
    textOrder: TextOrder | undefined,
    scope: ReadonlySet<string> = new Set(),
    depth = 0,
  ) {
    if (depth > MAX_DEPTH) throw new MongoError(15, `An expression may be nested ${MAX_DEPTH} levels deep`);
    this.#constants = constants;
    this.#textOrder = textOrder;
    this.#scope = scope;
    this.#depth = depth;
  }

  get textOrder(): TextOrder {
    return this.#textOrder ?? compareText;
  }

  compare(a: unknown, b: unknown): number {
    return compareValues(a, b, this.#textOrder);
  }

  /** For an expression that also knows these variables. */
  withVariables(names: readonly string[]): Compiler {
    return new Compiler(this.#constants, this.#textOrder, new Set([...this.#scope, ...names]), this.#depth + 1);
  }

  compile(expression: unknown): Compute {
    if (typeof expression === 'string') return this.#text(expression);
    if (Array.isArray(expression)) return this.#array(expression);
    if (isDocument(expression)) return this.#document(expression);
    return () => expression;
  }

  #inner(): Compiler {
    return new Compiler(this.#constants, this.#textOrder, this.#scope, this.#depth + 1);
  }

  #text(text: string): Compute {
    if (!text.startsWith('$')) return () => text;
    if (text.startsWith('$$')) return this.#variable(text.slice(2));
    const parts = parseFieldPath(text.slice(1));
    return this.#follow(this.#scope.has('CURRENT') ? (environment) => environment.valueOf('CURRENT') : ROOT, parts);
  }

  #variable(path: string): Compute {
    const [name = '', ...rest] = path.split('.');
    if (name === '') throw new MongoError(9, 'empty variable names are not allowed');
    const parts = rest.length > 0 ? parseFieldPath(rest.join('.')) : [];
    if (this.#scope.has(name)) return this.#follow((environment) => environment.valueOf(name), parts);
    if (name === 'ROOT' || name === 'CURRENT') return this.#follow(ROOT, parts);
    if (name === 'REMOVE') return () => undefined;
    if (Object.hasOwn(this.#constants, name)) {
      const constants = this.#constants;
      return this.#follow(() => constants[name], parts);
    }
    throw new MongoError(17276, `Use of undefined variable: ${name}`);
  }

  #follow(start: Compute, parts: readonly string[]): Compute {
    if (parts.length === 0) return start;
    return (environment) => valueAtPath(start(environment), parts);
  }

  #array(elements: readonly unknown[]): Compute {
    const inner = this.#inner();
    const computes = elements.map((element) => inner.compile(element));
    return (environment) =>
      computes.map((compute) => {
        const value = compute(environment);
        return value === undefined ? null : value;
      });
  }

  #document(document: Document): Compute {
    const names = Object.keys(document);
    const [first] = names;
    if (first?.startsWith('$')) {
      if (names.length > 1) {
        throw new MongoError(
          15983,
          `an object representing an expression must have exactly one field: ${describeValue(document)}`,
        );
      }
      return this.#operator(first, document[first]);
    }
    const inner = this.#inner();
    const fields = names.map((name) => {
      if (name.includes('.')) throw new MongoError(16405, 'FieldPath field names may not contain dots.');
      if (name.startsWith('$'))
        throw new MongoError(16404, `the operator '${name}' must be the first field of an expression`);
      return { name, compute: inner.compile(document[name]) };
    });
    return (environment) => {
      const result: Document = {};
      for (const { name, compute } of fields) {
        const value = compute(environment);
        if (value !== undefined) setField(result, name, value);
      }
      return result;
    };
  }

  #operator(name: string, operand: unknown): Compute {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (!operator) throw new MongoError(168, `Unrecognized expression '${name}'`);
    return operator(operand, this.#inner(), name);
  }
}

const ROOT: Compute = (environment) => environment.root;
