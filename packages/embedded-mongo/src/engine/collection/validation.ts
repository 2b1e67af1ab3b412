import type { Document } from 'bson';
import { MongoError } from '../mongo-error.js';
import type { CollectionState } from '../storage/collection-state.js';

/**
 * Compares a document with the collection's validator. With the level `moderate` a document that was invalid already
 * may stay so.
 * @throws MongoError 121 DocumentValidationFailure
 */
export function checkValid(state: CollectionState, document: Document, before?: () => Document): void {
  const { validator } = state;
  const { validationLevel, validationAction, validator: rule } = state.entry.options;
  if (!validator || validationLevel === 'off' || validationAction === 'warn') return;
  if (validator.matches(document)) return;
  if (validationLevel === 'moderate' && before && !validator.matches(before())) return;
  throw new MongoError(121, 'Document failed validation', {
    errInfo: {
      failingDocumentId: document._id,
      details: {
        operatorName: Object.keys(rule ?? {})[0] ?? '$jsonSchema',
        specifiedAs: rule,
        reason: 'the document does not match the validator',
      },
    },
  });
}
