import { EJSON } from '@bolide/meteor/ejson';
import { type ChangedFields, setField } from './changed-fields.js';

interface Contribution {
  readonly subscription: string;
  value: unknown;
}

/** A field that not only the document's first subscription gives, by precedence: the client sees the first value. */
class ContestedField {
  readonly contributions: Contribution[];
  constructor(contributions: Contribution[]) {
    this.contributions = contributions;
  }
}

/** What a session knows of one document: which subscriptions give it, and in which precedence they give its fields. */
export interface DocumentView {
  addSubscription(subscription: string): void;
  /** @returns whether another subscription still gives the document. */
  removeSubscription(subscription: string): boolean;
  /** The document as the client sees it. Not to be changed by the caller. */
  getFields(): Record<string, unknown>;
  /** Takes a field of `subscription` away and puts what that changes for the client into `changes`. */
  clearField(subscription: string, key: string, changes: ChangedFields): void;
  /** Sets a field of `subscription` and puts what that changes for the client into `changes`. */
  changeField(subscription: string, key: string, value: unknown, changes: ChangedFields): void;
  /** Takes all fields of `subscription` away. */
  clearAll(subscription: string, changes: ChangedFields): void;
}

/**
 * The view of SERVER_MERGE. Most documents have one subscription, so its values are kept as they are, in one plain
 * object; only a field that others give too gets a list.
 */
export class SessionDocumentView implements DocumentView {
  private owner: string | undefined;
  /** All subscriptions; missing while there is only the owner. */
  private subscriptions: Set<string> | undefined;
  /** Values of the owner, or contested fields. */
  private readonly fields: Record<string, unknown> = {};
  private hasContestedFields = false;

  addSubscription(subscription: string): void {
    if (this.owner === undefined) this.owner = subscription;
    else if (this.subscriptions !== undefined) this.subscriptions.add(subscription);
    else if (subscription !== this.owner) this.subscriptions = new Set([this.owner, subscription]);
  }

  removeSubscription(subscription: string): boolean {
    if (this.subscriptions === undefined) return subscription !== this.owner;
    this.subscriptions.delete(subscription);
    return this.subscriptions.size > 0;
  }

  getFields(): Record<string, unknown> {
    if (!this.hasContestedFields) return this.fields;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(this.fields)) {
      const field = this.fields[key];
      setField(result, key, field instanceof ContestedField ? field.contributions[0]?.value : field);
    }
    return result;
  }

  clearField(subscription: string, key: string, changes: ChangedFields): void {
    if (key === '_id' || !Object.hasOwn(this.fields, key)) return;
    const field = this.fields[key];
    if (!(field instanceof ContestedField)) {
      if (subscription !== this.owner) return;
      delete this.fields[key];
      setField(changes, key, undefined);
      return;
    }
    const { contributions } = field;
    const index = contributions.findIndex((each) => each.subscription === subscription);
    if (index === -1) return;
    const [removed] = contributions.splice(index, 1) as [Contribution];
    const first = contributions[0];
    if (first === undefined) {
      delete this.fields[key];
      setField(changes, key, undefined);
    } else if (index === 0 && !EJSON.equals(removed.value as never, first.value as never)) {
      setField(changes, key, first.value);
    }
  }

  changeField(subscription: string, key: string, value: unknown, changes: ChangedFields): void {
    if (key === '_id') return;
    // The publish function may go on changing its object.
    const copy = EJSON.clone(value);
    if (!Object.hasOwn(this.fields, key)) {
      if (subscription === this.owner) setField(this.fields, key, copy);
      else this.contest(key, [{ subscription, value: copy }]);
      setField(changes, key, copy);
      return;
    }
    const field = this.fields[key];
    if (field instanceof ContestedField) {
      const { contributions } = field;
      const own = contributions.find((each) => each.subscription === subscription);
      if (own === undefined) {
        contributions.push({ subscription, value: copy });
      } else {
        if (own === contributions[0] && !EJSON.equals(own.value, copy)) setField(changes, key, copy);
        own.value = copy;
      }
    } else if (subscription === this.owner || this.owner === undefined) {
      if (!EJSON.equals(field, copy)) setField(changes, key, copy);
      setField(this.fields, key, copy);
    } else {
      this.contest(key, [
        { subscription: this.owner, value: field },
        { subscription, value: copy },
      ]);
    }
  }

  clearAll(subscription: string, changes: ChangedFields): void {
    for (const key of Object.keys(this.fields)) this.clearField(subscription, key, changes);
  }

  private contest(key: string, contributions: Contribution[]): void {
    setField(this.fields, key, new ContestedField(contributions));
    this.hasContestedFields = true;
  }
}

/** The view of NO_MERGE_MULTI: it counts subscriptions and passes every value on. */
export class DummyDocumentView implements DocumentView {
  private readonly subscriptions = new Set<string>();

  addSubscription(subscription: string): void {
    this.subscriptions.add(subscription);
  }

  removeSubscription(subscription: string): boolean {
    this.subscriptions.delete(subscription);
    return this.subscriptions.size > 0;
  }

  getFields(): Record<string, unknown> {
    return {};
  }

  clearField(_subscription: string, key: string, changes: ChangedFields): void {
    if (key !== '_id') setField(changes, key, undefined);
  }

  changeField(_subscription: string, key: string, value: unknown, changes: ChangedFields): void {
    if (key !== '_id') setField(changes, key, value);
  }

  clearAll(): void {}
}
