/** Documents of a cursor's batch, already in BSON. */
export class RawBatch {
  readonly documents: Uint8Array[] = [];
  /** Bytes of all documents together. */
  byteLength = 0;

  add(document: Uint8Array): void {
    this.documents.push(document);
    this.byteLength += document.byteLength;
  }

  get length(): number {
    return this.documents.length;
  }
}
