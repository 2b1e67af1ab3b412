import { Base64 } from '@bolide/meteor/base64';
import { clone } from './clone.js';
import { addType, customTypes, isCustomType } from './custom-types.js';
import { equals } from './equals.js';
import { adjustFromJSONValue, fromJSONValue } from './from-json-value.js';
import { needsAdjusting, parse } from './parse.js';
import { stringify } from './stringify.js';
import { toJSONValue } from './to-json-value.js';
import type {
  EJSONable,
  EJSONableCustomType,
  EJSONEqualsOptions,
  EJSONFactory,
  EJSONStringifyOptions,
} from './types.js';

/** An object that EJSON can carry. */
export interface EJSON extends EJSONable {}

/** JSON that also carries dates, binary data, regular expressions, infinities, NaN and types of one's own. */
export interface EJSONApi {
  /**
   * Adds a type.
   *
   * @param name What `typeName()` of its instances gives.
   * @param factory Makes an instance from what its `toJSONValue()` gave.
   * @throws Error when there is a type of that name.
   */
  addType<Json = never>(name: string, factory: (json: Json) => unknown): void;

  /** A deep copy. */
  clone<T>(value: T): T;

  /** Whether two values are deeply equal; NaN equals NaN. */
  equals(a: unknown, b: unknown, options?: EJSONEqualsOptions): boolean;

  /** The value of a JSON form. Leaves its argument alone and may share parts with it. */
  fromJSONValue<T = unknown>(json: unknown): T;

  /** Whether a value is binary data. */
  isBinary(value: unknown): value is Uint8Array;

  /** A new, zeroed buffer of `size` bytes. */
  newBinary(size: number): Uint8Array;

  /** Parses text. Throws for text that is no EJSON. */
  parse<T = EJSON>(text: string): T;

  /** The text of a value. */
  stringify(value: unknown, options?: EJSONStringifyOptions): string;

  /** The JSON form of a value. Leaves its argument alone and may share parts with it: copy it before changing it. */
  toJSONValue<T = unknown>(value: unknown): T;

  /** Like fromJSONValue, but changes its argument where it can. For JSON that nobody else holds. */
  _adjustTypesFromJSONValue(json: unknown): unknown;

  /** Like toJSONValue. */
  _adjustTypesToJSONValue(value: unknown): unknown;

  /** Whether `JSON.parse(text)` still has to go through `_adjustTypesFromJSONValue`. False for most messages. */
  _needsAdjusting(text: string): boolean;

  /** The factories by type name: as an object, or with `true` the map itself. */
  _getTypes(original: true): Map<string, EJSONFactory>;
  _getTypes(original?: false): Record<string, EJSONFactory>;

  /** Whether a value is an instance of a type that was added. */
  _isCustomType(value: unknown): value is EJSONableCustomType;
}

function getTypes(original: true): Map<string, EJSONFactory>;
function getTypes(original?: false): Record<string, EJSONFactory>;
function getTypes(original = false): Map<string, EJSONFactory> | Record<string, EJSONFactory> {
  return original ? customTypes : Object.fromEntries(customTypes);
}

export const EJSON: EJSONApi = {
  addType,
  clone,
  equals,
  fromJSONValue: fromJSONValue as EJSONApi['fromJSONValue'],
  isBinary: (value): value is Uint8Array => value instanceof Uint8Array,
  newBinary: Base64.newBinary,
  parse: parse as EJSONApi['parse'],
  stringify,
  toJSONValue: toJSONValue as EJSONApi['toJSONValue'],
  _adjustTypesFromJSONValue: adjustFromJSONValue,
  _adjustTypesToJSONValue: toJSONValue,
  _needsAdjusting: needsAdjusting,
  _getTypes: getTypes,
  _isCustomType: isCustomType,
};
