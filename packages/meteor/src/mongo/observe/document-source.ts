import type { Document } from '@bolide/meteor/minimongo';
import type { CursorDescription } from '../drivers/types.js';

/** Where observe drivers get the documents of a query from. */
export interface DocumentSource {
  /**
   * The present documents of a query, which nobody else has.
   * @param options Instead of those of the query.
   */
  fetch(query: CursorDescription, options?: Document): Promise<Document[]>;
}
