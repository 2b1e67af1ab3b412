import type { Document } from 'bson';
import { updateOne } from 'mingo';

export function applyUpdate(document: Document, filter: Document, update: Document): Document {
  const documents = [structuredCloneDocument(document)];
  updateOne(documents, filter, update);
  return documents[0] as Document;
}

function structuredCloneDocument(value: Document): Document {
  return value;
}
