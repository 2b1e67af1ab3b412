import type { Document } from 'bson';
import type { Change, Namespace, UpdateDescription } from '../types.js';

/** The collection that changes are of. One object for all changes of it in a commit. */
export interface ChangeSource {
  readonly namespace: Namespace;
  readonly uuid: Uint8Array | undefined;
}

/** A change as it is recorded while writing; position and time come with the commit. */
export interface PendingChange {
  readonly kind: Change['kind'];
  readonly source: ChangeSource;
  /** Not needed beside a full document, which has the `_id`. */
  readonly documentKey?: Document | undefined;
  readonly fullDocumentBytes?: Uint8Array | undefined;
  readonly beforeBytes?: Uint8Array | undefined;
  readonly afterBytes?: Uint8Array | undefined;
  readonly updateDescription?: UpdateDescription | undefined;
  readonly to?: Namespace | undefined;
  readonly operationDescription?: Document | undefined;
}
