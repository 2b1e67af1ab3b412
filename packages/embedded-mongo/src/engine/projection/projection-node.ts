import type { Document } from 'bson';
import { setField } from '../bson/decode.js';
import { isDocument } from '../bson/value-type.js';

/** What happens to the fields that a projection does not name. */
export type ProjectionMode = 'include' | 'exclude' | 'add';

/** Computes a field's value from the whole document; `undefined` leaves the field out. */
export type ComputedField = (root: Document) => unknown;

/** What a projection says of the fields of one (sub)document. */
export class ProjectionNode {
  /** Fields to keep or to drop, as the mode says. */
  readonly named = new Set<string>();
  readonly children = new Map<string, ProjectionNode>();
  /** In the order in which they were named. */
  readonly computed = new Map<string, ComputedField>();
  #hasComputed: boolean | undefined;

  child(name: string): ProjectionNode {
    let child = this.children.get(name);
    if (!child) {
      child = new ProjectionNode();
      this.children.set(name, child);
    }
    return child;
  }

  /** Whether something below computes a field, so that documents have to be made for it. */
  get hasComputed(): boolean {
    this.#hasComputed ??= this.computed.size > 0 || [...this.children.values()].some((child) => child.hasComputed);
    return this.#hasComputed;
  }

  apply(document: Document, mode: ProjectionMode, root: Document): Document {
    const result: Document = {};
    for (const name of Object.keys(document)) {
      const value = this.#valueOf(name, document[name], mode, root);
      if (value !== undefined) setField(result, name, value);
    }
    for (const [name, child] of this.children) {
      if (!child.hasComputed || Object.hasOwn(document, name)) continue;
      setField(result, name, child.apply({}, mode, root));
    }
    for (const [name, compute] of this.computed) {
      const value = compute(root);
      if (value === undefined) delete result[name];
      else setField(result, name, value);
    }
    return result;
  }

  #valueOf(name: string, value: unknown, mode: ProjectionMode, root: Document): unknown {
    const child = this.children.get(name);
    if (child) return child.#applyToValue(value, mode, root);
    const isNamed = this.named.has(name);
    if (mode === 'include') return isNamed || this.computed.has(name) ? value : undefined;
    return isNamed ? undefined : value;
  }

  #applyToValue(value: unknown, mode: ProjectionMode, root: Document): unknown {
    if (Array.isArray(value)) {
      return value.map((element) => this.#applyToValue(element, mode, root)).filter((element) => element !== undefined);
    }
    if (isDocument(value)) return this.apply(value, mode, root);
    if (this.hasComputed) return this.apply({}, mode, root);
    return mode === 'include' ? undefined : value;
  }
}
