import { type Document, Long } from 'bson';
import type { CursorSource } from '../cursors/cursor.js';
import type { Namespace } from '../engine/types.js';
import type { RawBatch } from '../wire/raw-batch.js';
import type { CommandRequest } from './command.js';
import { namespaceText } from './namespace.js';

/** Documents in a first batch whose size the client does not say. */
const DEFAULT_FIRST_BATCH = 101;

export interface CursorOptions {
  readonly batchSize?: number | undefined;
  /** The client takes one batch and no cursor. */
  readonly singleBatch?: boolean;
  readonly noTimeout?: boolean;
  readonly awaitsData?: boolean;
  /** Stays open at the end of the data. */
  readonly tailable?: boolean;
}

/** Draws the first batch and keeps what is left for getMore. */
export async function openCursor(
  request: CommandRequest,
  namespace: Namespace,
  source: CursorSource,
  options: CursorOptions = {},
): Promise<Document> {
  let batch: RawBatch;
  try {
    const limit = options.batchSize ?? DEFAULT_FIRST_BATCH;
    batch = await source.nextBatch({ limit, patience: 0, signal: request.signal });
  } catch (error) {
    source.close();
    throw error;
  }
  let id = Long.ZERO;
  if (source.exhausted || options.singleBatch) {
    source.close();
  } else {
    id = request.server.cursors.add({
      namespace,
      source,
      session: request.session,
      noTimeout: options.noTimeout ?? false,
      awaitsData: options.awaitsData ?? false,
      transactionNumber: request.transaction && request.session?.number,
      user: request.connection.user?.name ?? '',
    }).id;
  }
  return { cursor: { firstBatch: batch, ...source.extra?.(), id, ns: namespaceText(namespace) } };
}
