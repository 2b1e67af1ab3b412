/** Longest document a client may store, in bytes, as in MongoDB. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A document inside a reply or a command may exceed the limit for stored ones by this much, as in MongoDB. */
export const MAX_INTERNAL_DOCUMENT_BYTES = MAX_DOCUMENT_BYTES + 16 * 1024;

/** Longest message in either direction, header included, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Most statements in one insert, update, delete or bulkWrite. */
export const MAX_WRITE_BATCH = 100_000;

/** Deepest nesting of a document that comes over the wire. */
export const MAX_NESTING = 180;

/** Shortest message: the header. */
export const HEADER_BYTES = 16;
