import { selectorIsId } from '../matcher/selector-ids.js';
import { isPlainObject, type PlainObject } from '../values/bson-type.js';
import { applyModifier, isModificationMod } from './apply-modifier.js';

/**
 * The document that an upsert inserts when nothing matches: what the selector says that fields must equal, then the
 * modifier.
 *
 * @throws Error when the selector says two things of one field.
 */
export function createUpsertDocument(selector: unknown, modifier: PlainObject): PlainObject {
  const { _id, ...fields } = fieldsOfSelector(selector);
  // Also for a replacement, which takes no fields: that checks the selector and the _id.
  const withFields = applyModifier(_id ? { _id } : {}, { $set: fields });
  const document = applyModifier(withFields, modifier, { isInsert: true });
  if (isModificationMod(modifier)) return document;
  return document._id ? { ...modifier, _id: document._id } : { ...modifier };
}

/** The fields that a selector requires to be equal to something. */
export function fieldsOfSelector(selector: unknown, fields: PlainObject = {}): PlainObject {
  if (selectorIsId(selector)) {
    addField(fields, '_id', selector);
  } else if (isPlainObject(selector)) {
    for (const [key, condition] of Object.entries(selector)) {
      if (key === '$and') for (const each of condition as unknown[]) fieldsOfSelector(each, fields);
      // With several alternatives there is no telling.
      else if (key === '$or' && (condition as unknown[]).length === 1) {
        fieldsOfSelector((condition as unknown[])[0], fields);
      } else if (!key.startsWith('$')) addCondition(fields, key, condition);
    }
  }
  return fields;
}

function addCondition(fields: PlainObject, key: string, condition: unknown): void {
  if (condition instanceof RegExp) return;
  if (!isLiteralObject(condition)) {
    addField(fields, key, condition);
    return;
  }
  const keys = Object.keys(condition);
  const names = keys.filter((each) => !each.startsWith('$'));
  if (names.length > 0 || keys.length === 0) {
    if (names.length < keys.length) throw new Error(`unknown operator: ${names[0]}`);
    assertStorable(condition, key);
    addField(fields, key, condition);
    return;
  }
  if (Object.hasOwn(condition, '$eq')) addCondition(fields, key, condition.$eq);
  // Each must be an element; with one only, MongoDB takes it for the value.
  if (Array.isArray(condition.$all)) for (const element of condition.$all) addCondition(fields, key, element);
}

function isLiteralObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function addField(fields: PlainObject, key: string, value: unknown): void {
  for (const other of Object.keys(fields)) {
    if (other === key) throw new Error(`cannot infer query fields to set, path '${key}' is matched twice`);
    if (other.startsWith(`${key}.`) || key.startsWith(`${other}.`)) {
      throw new Error(`cannot infer query fields to set, both paths '${other}' and '${key}' are matched`);
    }
  }
  fields[key] = value;
}

function assertStorable(value: unknown, path: string): void {
  if (!isLiteralObject(value)) return;
  for (const [key, field] of Object.entries(value)) {
    if (key.includes('.')) throw new Error(`The dotted field '${key}' in '${path}.${key} is not valid for storage.`);
    if (key.startsWith('$')) {
      throw new Error(`The dollar ($) prefixed field  '${path}.${key} is not valid for storage.`);
    }
    assertStorable(field, `${path}.${key}`);
  }
}
