import { EJSON } from '@bolide/meteor/ejson';
import { MinimongoError } from '../minimongo-error.js';
import { isOperatorObject, isPlainObject, type PlainObject } from '../values/bson-type.js';
import type { ArrayIndices } from '../values/lookup.js';
import type { ArrayFilters } from './array-filters.js';
import { Draft } from './draft.js';
import { assertValidFieldNames } from './field-names.js';
import { findTargets } from './find-targets.js';
import { updateOperators } from './operators.js';

export interface ModifyOptions {
  /** The document is one that an upsert inserts: $setOnInsert counts. */
  readonly isInsert?: boolean | undefined;
  /** By which array elements the document matched. */
  readonly arrayIndices?: ArrayIndices | undefined;
  readonly arrayFilters?: ArrayFilters | undefined;
}

/** Whether an update has operators, rather than being a document to put in place. Throws if it is both. */
export function isModificationMod(modifier: object): boolean {
  const keys = Object.keys(modifier);
  const operators = keys.filter((key) => key.startsWith('$')).length;
  if (operators > 0 && operators < keys.length) {
    throw new Error('Update parameter cannot have both modifier and non-modifier fields.');
  }
  return operators > 0;
}

/**
 * What an update makes of a document. The document stays as it is; the new one shares with it what has not changed, and
 * with the modifier what it has set: neither may be changed afterwards.
 *
 * @throws MinimongoError when the update cannot be done.
 */
export function applyModifier(document: PlainObject, modifier: unknown, options: ModifyOptions = {}): PlainObject {
  if (!isPlainObject(modifier)) throw MinimongoError('Modifier must be an object');
  return isOperatorObject(modifier) ? applyOperators(document, modifier, options) : replaceDocument(document, modifier);
}

function replaceDocument(document: PlainObject, replacement: PlainObject): PlainObject {
  if (document._id && replacement._id && !EJSON.equals(document._id, replacement._id)) {
    throw MinimongoError(
      `The _id field cannot be changed from {_id: "${document._id}"} to {_id: "${replacement._id}"}`,
    );
  }
  assertValidFieldNames(replacement);
  const keepsId = Object.hasOwn(document, '_id') && !replacement._id;
  return keepsId ? { ...replacement, _id: document._id } : { ...replacement };
}

function applyOperators(document: PlainObject, modifier: PlainObject, options: ModifyOptions): PlainObject {
  const draft = new Draft(document);
  for (const [name, fields] of Object.entries(modifier)) {
    const operator = updateOperators[options.isInsert && name === '$setOnInsert' ? '$set' : name];
    if (!operator) throw MinimongoError(`Invalid modifier specified ${name}`);
    if (!isPlainObject(fields)) {
      if (name === '$v') continue;
      throw MinimongoError(`Modifiers operate on fields: ${name} needs an object of them`);
    }
    for (const [path, operand] of Object.entries(fields)) {
      operator.validate?.(operand, path);
      const targets = findTargets(draft, path, {
        arrayIndices: options.arrayIndices,
        arrayFilters: options.arrayFilters,
        noCreate: operator.noCreate,
        forbidArray: operator.forbidArray,
      });
      for (const target of targets) operator.apply(target, operand, draft);
    }
  }
  const { document: changed } = draft;
  if (document._id && !EJSON.equals(document._id, changed._id)) {
    throw MinimongoError(
      `After applying the update to the document {_id: "${document._id}", ...}, the (immutable) field '_id' was found ` +
        `to have been altered to _id: "${changed._id}"`,
    );
  }
  return changed;
}

/** The same in place: changes `document`, which then shares nothing with the modifier. */
export function modifyInPlace(document: PlainObject, modifier: unknown, options?: ModifyOptions): void {
  const changed = applyModifier(document, EJSON.clone(modifier), options);
  for (const key of Object.keys(document)) if (!Object.hasOwn(changed, key)) delete document[key];
  Object.assign(document, changed);
}
