import type { Document } from 'bson';
import { MongoError } from '../mongo-error.js';
import type { FilterSettings } from '../query/predicate.js';

export function compileUpdatePipeline(
  _pipeline: readonly Document[],
  _settings: FilterSettings,
): (document: Document) => Document {
  throw new MongoError(238, 'Updates by pipelines are not there yet');
}
