import type { Binary, Document } from 'bson';
import { decodeDocument, decodeElement } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { inspectDocument } from '../bson/inspect-document.js';
import type { Change, ChangeToken, Namespace, UpdateDescription } from '../types.js';
import { timeOfPosition } from './clock.js';
import type { ChangeSource, PendingChange } from './pending-change.js';

/** A committed change. Documents in it are decoded only if somebody looks at them. */
export class RecordedChange implements Change {
  readonly token: ChangeToken;
  readonly wallTime: Date;
  readonly #pending: PendingChange;
  #fullDocument: Document | undefined;
  #documentKey: Document | undefined;

  constructor(pending: PendingChange, position: number, n: number, wallTime: Date) {
    this.#pending = pending;
    this.token = { ...timeOfPosition(position), n };
    this.wallTime = wallTime;
  }

  get kind(): Change['kind'] {
    return this.#pending.kind;
  }

  get namespace(): Namespace {
    return this.#pending.source.namespace;
  }

  get collectionUuid(): Uint8Array | undefined {
    return this.#pending.source.uuid;
  }

  get documentKey(): Document | undefined {
    const { documentKey, fullDocumentBytes } = this.#pending;
    if (documentKey || !fullDocumentBytes) return documentKey;
    this.#documentKey ??= { _id: idOf(fullDocumentBytes) };
    return this.#documentKey;
  }

  get fullDocumentBytes(): Uint8Array | undefined {
    return this.#pending.fullDocumentBytes;
  }

  get fullDocument(): Document | undefined {
    const bytes = this.#pending.fullDocumentBytes;
    if (bytes) this.#fullDocument ??= decodeDocument(bytes);
    return this.#fullDocument;
  }

  get before(): Document | undefined {
    return decodeOptional(this.#pending.beforeBytes);
  }

  get after(): Document | undefined {
    return decodeOptional(this.#pending.afterBytes);
  }

  get updateDescription(): UpdateDescription | undefined {
    return this.#pending.updateDescription;
  }

  get to(): Namespace | undefined {
    return this.#pending.to;
  }

  get operationDescription(): Document | undefined {
    return this.#pending.operationDescription;
  }
}

function decodeOptional(bytes: Uint8Array | undefined): Document | undefined {
  return bytes && decodeDocument(bytes);
}

function idOf(bytes: Uint8Array): unknown {
  const { id } = inspectDocument(bytes);
  return id && decodeElement(bytes, id.type, id.value);
}

/**
 * What one commit has changed, as the log keeps it: the time `w`, the collections `s`, and the changes `c` with the
 * place of their collection in that list and fields of one letter, since there may be many.
 */
export function encodeChanges(changes: readonly PendingChange[], wallTime: Date): Uint8Array {
  const sources = new Map<ChangeSource, number>();
  const encoded = changes.map((change) => {
    let source = sources.get(change.source);
    if (source === undefined) {
      source = sources.size;
      sources.set(change.source, source);
    }
    const entry: Document = { k: change.kind, s: source };
    if (change.documentKey) entry.i = change.documentKey;
    if (change.fullDocumentBytes) entry.f = change.fullDocumentBytes;
    if (change.beforeBytes) entry.b = change.beforeBytes;
    if (change.afterBytes) entry.a = change.afterBytes;
    if (change.updateDescription) entry.u = change.updateDescription;
    if (change.to) entry.t = change.to;
    if (change.operationDescription) entry.o = change.operationDescription;
    return entry;
  });
  const s = [...sources.keys()].map(({ namespace, uuid }) => ({ ...namespace, ...(uuid ? { uuid } : {}) }));
  return encodeDocument({ w: wallTime, s, c: encoded });
}

export function decodeChanges(bytes: Uint8Array, position: number): RecordedChange[] {
  const { w, s, c } = decodeDocument(bytes) as { w: Date; s: Document[]; c: Document[] };
  const sources = s.map(
    ({ database, collection, uuid }): ChangeSource => ({
      namespace: { database, collection },
      uuid: (uuid as Binary | undefined)?.buffer,
    }),
  );
  return c.map((entry, n) => {
    const pending: PendingChange = {
      kind: entry.k,
      source: sources[entry.s] as ChangeSource,
      documentKey: entry.i,
      fullDocumentBytes: (entry.f as Binary | undefined)?.buffer,
      beforeBytes: (entry.b as Binary | undefined)?.buffer,
      afterBytes: (entry.a as Binary | undefined)?.buffer,
      updateDescription: entry.u,
      to: entry.t,
      operationDescription: entry.o,
    };
    return new RecordedChange(pending, position, n, w);
  });
}
