import { compileCollation } from '../collation/collation.js';
import { MongoError } from '../mongo-error.js';
import { compileFilter } from '../query/compile-filter.js';
import type { CollectionOptions } from '../types.js';

/** @throws MongoError 72 InvalidOptions, 2 BadValue, and those of filters and collations */
export function checkCollectionOptions(options: CollectionOptions): void {
  const { capped, collation, validator, validationLevel, validationAction } = options;
  compileCollation(collation);
  if (validator) {
    const { near, text } = compileFilter(validator);
    if (near || text) throw new MongoError(224, '$near and $text are not allowed in collection validators');
  }
  if (validationLevel !== undefined && !['off', 'moderate', 'strict'].includes(validationLevel)) {
    throw new MongoError(2, `Enumeration value '${validationLevel}' for field 'validationLevel' is not a valid value.`);
  }
  if (validationAction !== undefined && !['warn', 'error'].includes(validationAction)) {
    throw new MongoError(
      2,
      `Enumeration value '${validationAction}' for field 'validationAction' is not a valid value.`,
    );
  }
  if (capped && !(capped.size > 0)) {
    throw new MongoError(72, `The 'size' of a capped collection must be greater than 0, it is ${capped.size}`);
  }
}
