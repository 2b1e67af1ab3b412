import type { Document } from 'bson';
import type { Change, Namespace, UpdateDescription } from '../types.js';

/** A change as it is recorded while writing; position and time come with the commit. */
export interface PendingChange {
  readonly kind: Change['kind'];
  readonly namespace: Namespace;
  readonly collectionUuid?: Uint8Array;
  readonly documentKey?: Document;
  readonly fullDocumentBytes?: Uint8Array;
  readonly beforeBytes?: Uint8Array;
  readonly afterBytes?: Uint8Array;
  readonly updateDescription?: UpdateDescription;
  readonly to?: Namespace;
  readonly operationDescription?: Document;
}
