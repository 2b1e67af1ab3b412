import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import type { OrderedDict } from '@bolide/meteor/ordered-dict';
import type { LiveQueryHandle, ObserveCallbacks } from '../types.js';
import type { PlainObject } from '../values/bson-type.js';
import { CachingChangeObserver } from './caching-change-observer.js';
import { observeCallbacksAreOrdered } from './callback-kinds.js';
import type { QueryCallbacks } from './live-query.js';

/** A cursor as `observe` needs it. On a server, observing a database begins asynchronously. */
export interface ChangesCursor {
  getTransform(): ((document: never) => unknown) | null | undefined;
  observeChanges(
    callbacks: QueryCallbacks,
    options: { nonMutatingCallbacks: boolean },
  ): LiveQueryHandle | Promise<LiveQueryHandle>;
}

type Handle = LiveQueryHandle & { isReady?: boolean; isReadyPromise?: Promise<unknown> };

/** Makes `observe` out of the `observeChanges` of a cursor. */
export function observeFromObserveChanges(
  cursor: ChangesCursor,
  callbacks: ObserveCallbacks<never>,
): LiveQueryHandle | Promise<LiveQueryHandle> {
  const state = { suppressed: Boolean(callbacks._suppress_initial) };
  const present = presenter(cursor);
  const observer = new CachingChangeObserver({
    ordered: observeCallbacksAreOrdered(callbacks),
    callbacks: observeCallbacksAreOrdered(callbacks)
      ? orderedCallbacks(callbacks, present, state)
      : unorderedCallbacks(callbacks, present, state),
  });
  observer.applyChange._fromObserve = true;
  // It copies what it passes on.
  const handle = cursor.observeChanges(observer.applyChange, { nonMutatingCallbacks: true });
  const started = (each: Handle) => {
    if (each.isReady === false) void each.isReadyPromise?.then(() => unsuppress());
    else unsuppress();
  };
  const unsuppress = () => {
    state.suppressed = false;
  };
  if (Meteor._isPromise(handle)) void (handle as Promise<Handle>).then(started, () => {});
  else started(handle as Handle);
  return handle;
}

type Present = (document: PlainObject) => never;

function presenter(cursor: ChangesCursor): Present {
  const transform = cursor.getTransform();
  return (document) => (transform ? transform(document as never) : document) as never;
}

interface State {
  /** The first results are not told of. */
  suppressed: boolean;
}

/** The document before a change, and after it. Neither is shared. */
function changeOf(observer: CachingChangeObserver, id: unknown, fields: PlainObject): [PlainObject, PlainObject] {
  const before = EJSON.clone(observer.docs.get(id));
  if (!before) throw new Error(`Unknown id for changed: ${id}`);
  const after = EJSON.clone(before);
  DiffSequence.applyChanges(after, fields);
  return [before, after];
}

function unorderedCallbacks(callbacks: ObserveCallbacks<never>, present: Present, state: State): QueryCallbacks {
  return {
    added(this: CachingChangeObserver, id: unknown, fields: PlainObject) {
      if (!state.suppressed) return callbacks.added?.(present({ ...fields, _id: id }));
    },
    changed(this: CachingChangeObserver, id: unknown, fields: PlainObject) {
      if (!callbacks.changed) return;
      const [before, after] = changeOf(this, id, fields);
      return callbacks.changed(present(after), present(before));
    },
    removed(this: CachingChangeObserver, id: unknown) {
      return callbacks.removed?.(present(EJSON.clone(this.docs.get(id)) as PlainObject));
    },
  } as QueryCallbacks;
}

function orderedCallbacks(callbacks: ObserveCallbacks<never>, present: Present, state: State): QueryCallbacks {
  // To find an index takes time in proportion to it, which not everybody needs.
  const withIndexes = !callbacks._no_indices;
  const indexOf = (observer: CachingChangeObserver, id: unknown): number => {
    if (!withIndexes) return -1;
    const docs = observer.docs as OrderedDict<unknown, PlainObject>;
    return id === null ? docs.size() : (docs.indexOf(id) ?? -1);
  };
  return {
    addedBefore(this: CachingChangeObserver, id: unknown, fields: PlainObject, before: unknown) {
      if (state.suppressed || !(callbacks.addedAt || callbacks.added)) return;
      const document = present({ ...fields, _id: id });
      return callbacks.addedAt
        ? callbacks.addedAt(document, indexOf(this, before), before as never)
        : callbacks.added?.(document);
    },
    changed(this: CachingChangeObserver, id: unknown, fields: PlainObject) {
      if (!callbacks.changedAt && !callbacks.changed) return;
      const [before, after] = changeOf(this, id, fields);
      return callbacks.changedAt
        ? callbacks.changedAt(present(after), present(before), indexOf(this, id))
        : callbacks.changed?.(present(after), present(before));
    },
    movedBefore(this: CachingChangeObserver, id: unknown, before: unknown) {
      if (!callbacks.movedTo) return;
      const from = indexOf(this, id);
      let to = indexOf(this, before);
      // Taking it out moves those behind it.
      if (to > from) to--;
      return callbacks.movedTo(present(EJSON.clone(this.docs.get(id)) as PlainObject), from, to, before as never);
    },
    removed(this: CachingChangeObserver, id: unknown) {
      if (!callbacks.removedAt && !callbacks.removed) return;
      const document = present(EJSON.clone(this.docs.get(id)) as PlainObject);
      return callbacks.removedAt ? callbacks.removedAt(document, indexOf(this, id)) : callbacks.removed?.(document);
    },
  } as QueryCallbacks;
}
