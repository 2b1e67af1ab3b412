import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';
import { OrderedDict } from '@bolide/meteor/ordered-dict';
import { MinimongoIdMap } from '../document-map.js';
import type { ObserveChangesCallbacks } from '../types.js';
import type { PlainObject } from '../values/bson-type.js';
import { observeChangesCallbacksAreOrdered } from './callback-kinds.js';
import type { QueryCallbacks } from './live-query.js';

export interface CachingChangeObserverOptions {
  /** Default: what the callbacks ask for. */
  readonly ordered?: boolean | undefined;
  /** Called before each change, with this object as `this`. */
  readonly callbacks?: QueryCallbacks | undefined;
}

/**
 * Keeps the present result of a query from the changes that `applyChange` is told of, as callbacks of `observeChanges`.
 */
export class CachingChangeObserver {
  readonly ordered: boolean;
  /** The documents. Nobody else may change them. */
  readonly docs: OrderedDict<unknown, PlainObject> | MinimongoIdMap<PlainObject>;
  /** To be given to `observeChanges`. */
  readonly applyChange: QueryCallbacks & { _fromObserve?: boolean };

  constructor({ ordered, callbacks = {} }: CachingChangeObserverOptions = {}) {
    const asked = observeChangesCallbacksAreOrdered(callbacks as ObserveChangesCallbacks<never>);
    if (ordered === undefined && Object.keys(callbacks).length === 0) {
      throw new Error('must provide ordered or callbacks');
    }
    if (ordered !== undefined && Object.keys(callbacks).length > 0 && ordered !== asked) {
      throw new Error("ordered option doesn't match callbacks");
    }
    this.ordered = ordered ?? asked;
    if (this.ordered) {
      const docs = new OrderedDict<unknown, PlainObject>(MongoID.idStringify);
      this.docs = docs;
      this.applyChange = {
        addedBefore: (id, fields, before) => {
          const results = [
            callbacks.addedBefore?.call(this, id, EJSON.clone(fields), before),
            // Is given together with movedBefore.
            callbacks.added?.call(this, id, EJSON.clone(fields)),
          ];
          docs.putBefore(id, { ...fields, _id: id }, before || null);
          return firstPromise(results);
        },
        movedBefore: (id, before) => {
          const result = callbacks.movedBefore?.call(this, id, before);
          docs.moveBefore(id, before || null);
          return result;
        },
      };
    } else {
      const docs = new MinimongoIdMap<PlainObject>();
      this.docs = docs;
      this.applyChange = {
        added: (id, fields) => {
          const result = callbacks.added?.call(this, id, EJSON.clone(fields));
          docs.set(id, { ...fields, _id: id });
          return result;
        },
      };
    }
    this.applyChange.changed = (id, fields) => {
      const document = this.docs.get(id);
      if (!document) throw new Error(`Unknown id for changed: ${id}`);
      const result = callbacks.changed?.call(this, id, EJSON.clone(fields));
      DiffSequence.applyChanges(document, fields);
      return result;
    };
    this.applyChange.removed = (id) => {
      const result = callbacks.removed?.call(this, id);
      this.docs.remove(id);
      return result;
    };
  }
}

/** What has to be waited for: the caller goes on when it is done. */
function firstPromise(results: readonly unknown[]): unknown {
  return results.find((result) => result instanceof Promise);
}
