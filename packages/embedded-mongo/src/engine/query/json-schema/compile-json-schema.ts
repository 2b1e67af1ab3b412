import { MongoError } from '../../mongo-error.js';
import type { DocumentTest } from '../filter-node.js';

export function compileJsonSchema(_schema: unknown): DocumentTest {
  throw new MongoError(238, '$jsonSchema is not there yet');
}
