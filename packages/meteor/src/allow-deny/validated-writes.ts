import { check } from '@bolide/meteor/check';
import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import type { RestrictableCollection, ValidatedUpdateOptions, Validator, ValidatorLists, Validators } from './types.js';

/** What an update by a client may do: nothing that touches other fields than those it names. */
const ALLOWED_OPERATORS = new Set([
  '$inc',
  '$set',
  '$unset',
  '$addToSet',
  '$pop',
  '$pullAll',
  '$pull',
  '$pushAll',
  '$push',
  '$bit',
]);

function validatorsOf(collection: RestrictableCollection): Validators {
  return collection._validators as Validators;
}

/** @throws Meteor.Error 403 if a rule denies it, or none allows it. */
async function validate(lists: ValidatorLists, ask: (validator: Validator) => unknown): Promise<void> {
  for (const validator of lists.deny) if (await ask(validator)) throw new Meteor.Error(403, 'Access denied');
  for (const validator of lists.allow) if (await ask(validator)) return;
  throw new Meteor.Error(403, 'Access denied');
}

/** Inserts a document for a client, if the rules let it. */
export async function validatedInsert(
  collection: RestrictableCollection,
  userId: string | null,
  document: Document,
  generatedId: unknown,
): Promise<unknown> {
  await validate(validatorsOf(collection).insert, (validator) => {
    if (!validator.transform) return validator(userId, document);
    const copy = EJSON.clone(document);
    // A transform expects an _id. Other rules can tell by it whether the client has chosen it.
    if (generatedId !== null) copy._id = generatedId;
    return validator(userId, validator.transform(copy));
  });
  if (generatedId !== null) document._id = generatedId;
  return collection._collection.insertAsync(document);
}

/** Updates a document for a client, if the rules let it. Gives 0 if there is none. */
export async function validatedUpdate(
  collection: RestrictableCollection,
  userId: string | null,
  selector: unknown,
  modifier: unknown,
  options: ValidatedUpdateOptions,
): Promise<unknown> {
  if (!LocalCollection._selectorIsIdPerhapsAsObject(selector)) {
    throw new Error('validated update should be of a single ID');
  }
  if (options.upsert) {
    throw new Meteor.Error(403, 'Access denied. Upserts not allowed in a restricted collection.');
  }
  const fields = modifiedFields(modifier);
  const document = await fetchDocument(collection, selector);
  if (!document) return 0;
  await validate(validatorsOf(collection).update, (validator) =>
    validator(userId, transformed(validator, document), fields, modifier),
  );
  // The modifier has been looked at as operators: it must not become a document meanwhile.
  return collection._collection.updateAsync(selector, modifier, { ...options, _forbidReplace: true });
}

/** Removes a document for a client, if the rules let it. Gives 0 if there is none. */
export async function validatedRemove(
  collection: RestrictableCollection,
  userId: string | null,
  selector: unknown,
): Promise<unknown> {
  const document = await fetchDocument(collection, selector);
  if (!document) return 0;
  await validate(validatorsOf(collection).remove, (validator) => validator(userId, transformed(validator, document)));
  return collection._collection.removeAsync(selector);
}

function transformed(validator: Validator, document: Document): object {
  return validator.transform ? validator.transform(EJSON.clone(document)) : document;
}

/** The top-level fields that a modifier changes. Throws for one that clients may not use. */
function modifiedFields(modifier: unknown): string[] {
  check(modifier, Object);
  const operators = Object.entries(modifier as Document);
  const fields = new Set<string>();
  if (operators.length === 0 || operators.some(([operator]) => !operator.startsWith('$'))) {
    throw new Meteor.Error(
      403,
      'Access denied. In a restricted collection you can only update documents, not replace them. Use a Mongo update ' +
        "operator, such as '$set'.",
    );
  }
  for (const [operator, operands] of operators) {
    if (!ALLOWED_OPERATORS.has(operator)) {
      throw new Meteor.Error(403, `Access denied. Operator ${operator} not allowed in a restricted collection.`);
    }
    check(operands, Object);
    for (const path of Object.keys(operands)) fields.add(path.split('.')[0] as string);
  }
  return [...fields];
}

function fetchDocument(collection: RestrictableCollection, selector: unknown): Promise<Document | undefined> {
  const { fetch, fetchAllFields } = validatorsOf(collection);
  const fields = fetchAllFields ? {} : Object.fromEntries(fetch.map((field) => [field, 1]));
  return collection._collection.findOneAsync(selector, { transform: null, projection: fields });
}
