import type { Document } from 'bson';
import { FieldSet } from '../bson/decode.js';
import { isDocument } from '../bson/value-type.js';
import { compileExpression } from '../expression/compile-expression.js';
import { MongoError } from '../mongo-error.js';
import type { FilterSettings } from '../query/predicate.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import {
  type ArrayProjection,
  elemMatchProjection,
  positionalProjection,
  sliceProjection,
} from './array-projections.js';
import { type ProjectionMode, ProjectionNode } from './projection-node.js';

export interface ProjectionSettings extends FilterSettings {
  /** `find` has `$slice`, `$elemMatch`, `$meta` and `'a.$'` of its own; in `$project` those are expressions or errors. */
  readonly dialect: 'find' | 'aggregate';
  /** The position in an array that the filter has matched, for `'a.$'`. */
  readonly matchedPosition?: (document: Document, path: string) => number | undefined;
  /** What `$meta` gives. */
  readonly meta?: (name: string, document: Document) => unknown;
}

export interface CompiledProjection {
  readonly apply: (document: Document) => Document;
  /** Top-level fields that are just kept or just dropped, if that is all: bytes can be copied then. */
  readonly simple: { readonly mode: 'include' | 'exclude'; readonly fields: FieldSet } | undefined;
  /** The top-level fields of the document that matter; `undefined`: all. */
  readonly fields: FieldSet | undefined;
}

/** @throws MongoError 31253 and 31254 for mixtures of kept and dropped fields, 31249 for colliding paths */
export function compileProjection(projection: Document, settings: ProjectionSettings): CompiledProjection {
  return new ProjectionCompiler(settings).compile(projection);
}

class ProjectionCompiler {
  readonly #settings: ProjectionSettings;
  readonly #root = new ProjectionNode();
  readonly #arrayProjections: ArrayProjection[] = [];
  /** Paths with `$slice`, which are kept whatever becomes of others. */
  readonly #sliced: string[] = [];
  #mode: ProjectionMode | undefined;
  #keepsId: boolean | undefined;
  #isSimple = true;
  #readsAll = false;
  #hasComputed = false;

  constructor(settings: ProjectionSettings) {
    this.#settings = settings;
  }

  compile(projection: Document): CompiledProjection {
    for (const path of Object.keys(projection)) this.#field(path, projection[path]);
    // With nothing but computed fields or $elemMatch the others are left out; with nothing but $slice they stay.
    const mode = this.#mode ?? (this.#hasComputed || this.#keepsId === true ? 'include' : 'exclude');
    const root = this.#root;
    if (mode === 'include') for (const path of this.#sliced) this.#keep(path);
    if (mode === 'include' ? this.#keepsId !== false : this.#keepsId === false) root.named.add('_id');
    else root.named.delete('_id');
    const arrayProjections = this.#arrayProjections;
    const names = [...root.named, ...root.children.keys(), ...root.computed.keys()];
    const isSimple = this.#isSimple && root.children.size === 0 && arrayProjections.length === 0;
    return {
      apply: (document) => {
        const result = root.apply(document, mode, document);
        for (const change of arrayProjections) change(result, document);
        return mode === 'include' ? withIdFirst(result) : result;
      },
      simple: isSimple ? { mode: mode as 'include' | 'exclude', fields: new FieldSet(root.named) } : undefined,
      fields: mode === 'include' && !this.#readsAll ? new FieldSet(names) : undefined,
    };
  }

  #field(path: string, value: unknown): void {
    if (path === '' || path.split('.').includes('')) {
      throw new MongoError(path === '' ? 40352 : 15998, 'FieldPath field names may not be empty strings.');
    }
    const { dialect } = this.#settings;
    if (dialect === 'find' && path.endsWith('.$')) {
      this.#positional(path.slice(0, -2), value);
      return;
    }
    if (path.startsWith('$') && dialect === 'find') {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    const flag = typeof value === 'boolean' ? value : asNumber(value) === undefined ? undefined : asNumber(value) !== 0;
    if (flag !== undefined) this.#flag(path, flag);
    else if (isDocument(value)) this.#document(path, value);
    else this.#compute(path, value);
  }

  #flag(path: string, keeps: boolean): void {
    if (path === '_id') {
      this.#keepsId = keeps;
      return;
    }
    this.#setMode(path, keeps ? 'include' : 'exclude');
    this.#keep(path);
  }

  #setMode(path: string, mode: 'include' | 'exclude'): void {
    if (this.#mode !== undefined && this.#mode !== mode) {
      if (mode === 'exclude') {
        throw new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
      }
      throw new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    }
    this.#mode = mode;
  }

  #document(path: string, value: Document): void {
    const names = Object.keys(value);
    const [operator] = names;
    if (operator === undefined) {
      throw new MongoError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
    }
    if (!operator.startsWith('$')) {
      for (const name of names) this.#field(`${path}.${name}`, value[name]);
      return;
    }
    if (names.length > 1)
      throw new MongoError(15983, 'an object representing an expression must have exactly one field');
    if (this.#settings.dialect === 'find') {
      if (operator === '$slice' && !isExpressionSlice(value.$slice)) {
        this.#isSimple = false;
        this.#sliced.push(path);
        this.#arrayProjections.push(sliceProjection(path, value.$slice));
        return;
      }
      if (operator === '$elemMatch') {
        this.#isSimple = false;
        this.#setMode(path, 'include');
        this.#root.named.add(path);
        this.#arrayProjections.push(elemMatchProjection(path, value.$elemMatch, this.#settings));
        return;
      }
    }
    if (operator === '$meta') {
      this.#meta(path, value.$meta);
      return;
    }
    this.#compute(path, value);
  }

  #keep(path: string): void {
    const { node, name } = this.#place(path);
    node.named.add(name);
  }

  #meta(path: string, name: unknown): void {
    const { meta } = this.#settings;
    this.#isSimple = false;
    this.#readsAll = true;
    const { node, name: field } = this.#place(path);
    node.computed.set(field, (root) => meta?.(String(name), root));
    // Unlike others, it does not make the projection one that leaves fields out.
  }

  #compute(path: string, value: unknown): void {
    if (this.#mode === 'exclude') {
      throw new MongoError(31252, `Cannot use an expression ${path} in an exclusion projection`);
    }
    if (path === '_id') this.#keepsId = true;
    this.#isSimple = false;
    this.#readsAll = true;
    this.#hasComputed = true;
    this.#mode = 'include';
    const evaluate = compileExpression(value, this.#settings);
    const { node, name } = this.#place(path);
    node.computed.set(name, evaluate);
  }

  #positional(path: string, value: unknown): void {
    if (asNumber(value) === 0 || value === false) {
      throw new MongoError(31395, 'positional projection cannot be used with exclusion');
    }
    this.#setMode(path, 'include');
    this.#isSimple = false;
    this.#readsAll = true;
    this.#keep(path);
    this.#arrayProjections.push(positionalProjection(path, this.#settings.matchedPosition ?? (() => undefined)));
  }

  #place(path: string): { node: ProjectionNode; name: string } {
    const parts = path.split('.');
    const name = parts.pop() as string;
    let node = this.#root;
    for (const part of parts) {
      if (node.named.has(part) || node.computed.has(part)) throw collision(path);
      node = node.child(part);
    }
    if (node.children.has(name)) throw collision(path);
    return { node, name };
  }
}

/** In a find, `$slice` with two operands of which the first may be an array is the expression. */
function isExpressionSlice(operand: unknown): boolean {
  return Array.isArray(operand) && asNumber(operand[0]) === undefined;
}

function collision(path: string): MongoError {
  return new MongoError(31249, `Path collision at ${path}`);
}

function withIdFirst(document: Document): Document {
  if (!Object.hasOwn(document, '_id') || Object.keys(document)[0] === '_id') return document;
  const { _id, ...others } = document;
  return { _id, ...others };
}
