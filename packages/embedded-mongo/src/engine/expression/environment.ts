import type { Document } from 'bson';

/** What an expression is computed in: the document, and variables that enclosing expressions have set. */
export class Environment {
  readonly root: Document;
  readonly #name: string | undefined;
  readonly #value: unknown;
  readonly #parent: Environment | undefined;

  constructor(root: Document, name?: string, value?: unknown, parent?: Environment) {
    this.root = root;
    this.#name = name;
    this.#value = value;
    this.#parent = parent;
  }

  with(name: string, value: unknown): Environment {
    return new Environment(this.root, name, value, this);
  }

  valueOf(name: string): unknown {
    if (this.#name === name) return this.#value;
    return this.#parent?.valueOf(name);
  }
}

/** Computes a part of an expression; `undefined` stands for a missing value. */
export type Compute = (environment: Environment) => unknown;
