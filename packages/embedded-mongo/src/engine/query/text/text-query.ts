import type { Document } from 'bson';
import { MongoError } from '../../mongo-error.js';

export interface TextQuery {
  matches(document: Document): boolean;
}

export function parseText(_value: unknown): TextQuery {
  throw new MongoError(238, '$text is not there yet');
}
