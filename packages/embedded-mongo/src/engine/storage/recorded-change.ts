import { Binary, type Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Change, ChangeToken, Namespace, UpdateDescription } from '../types.js';
import { timeOfPosition } from './clock.js';
import type { PendingChange } from './pending-change.js';

/** A committed change. Documents in it are decoded only if somebody looks at them. */
export class RecordedChange implements Change {
  readonly token: ChangeToken;
  readonly wallTime: Date;
  readonly #pending: PendingChange;
  #fullDocument: Document | undefined;

  constructor(pending: PendingChange, position: number, n: number, wallTime: Date) {
    this.#pending = pending;
    this.token = { ...timeOfPosition(position), n };
    this.wallTime = wallTime;
  }

  get kind(): Change['kind'] {
    return this.#pending.kind;
  }

  get namespace(): Namespace {
    return this.#pending.namespace;
  }

  get collectionUuid(): Uint8Array {
    return this.#pending.collectionUuid as Uint8Array;
  }

  get documentKey(): Document {
    return this.#pending.documentKey as Document;
  }

  get fullDocumentBytes(): Uint8Array {
    return this.#pending.fullDocumentBytes as Uint8Array;
  }

  get fullDocument(): Document {
    const bytes = this.#pending.fullDocumentBytes;
    if (bytes) this.#fullDocument ??= decodeDocument(bytes);
    return this.#fullDocument as Document;
  }

  get before(): Document {
    return decodeOptional(this.#pending.beforeBytes) as Document;
  }

  get after(): Document {
    return decodeOptional(this.#pending.afterBytes) as Document;
  }

  get updateDescription(): UpdateDescription {
    return this.#pending.updateDescription as UpdateDescription;
  }

  get to(): Namespace {
    return this.#pending.to as Namespace;
  }

  get operationDescription(): Document {
    return this.#pending.operationDescription as Document;
  }
}

function decodeOptional(bytes: Uint8Array | undefined): Document | undefined {
  return bytes && decodeDocument(bytes);
}

/** What one commit changed, as the log keeps it. */
export function encodeChanges(changes: readonly PendingChange[], wallTime: Date): Uint8Array {
  return encodeDocument({
    w: wallTime,
    c: changes.map((change) => {
      const entry: Document = { ...change };
      for (const name of Object.keys(entry)) if (entry[name] === undefined) delete entry[name];
      return entry;
    }),
  });
}

export function decodeChanges(bytes: Uint8Array, position: number): RecordedChange[] {
  const { w, c } = decodeDocument(bytes) as { w: Date; c: Document[] };
  return c.map((entry, n) => {
    for (const name of ['collectionUuid', 'fullDocumentBytes', 'beforeBytes', 'afterBytes']) {
      if (entry[name] instanceof Binary) entry[name] = entry[name].buffer;
    }
    return new RecordedChange(entry as unknown as PendingChange, position, n, w);
  });
}
