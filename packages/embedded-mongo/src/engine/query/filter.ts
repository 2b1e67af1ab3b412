import type { Document } from 'bson';
import { Query } from 'mingo';

export type Matcher = (document: Document) => boolean;

export function compileFilter(filter: Document): Matcher {
  const query = new Query(filter as Record<string, never>);
  return (document) => query.test(document);
}
