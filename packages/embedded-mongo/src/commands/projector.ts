import type { Document } from 'bson';
import { Query } from 'mingo';

/** A function that applies the projection of a find to one document. */
export function projector(projection: Document | undefined, _filter: Document): (document: Document) => Document {
  if (!projection || Object.keys(projection).length === 0) return (document) => document;
  return (document) => new Query({}).find<Document>([document], projection).all()[0] ?? {};
}
