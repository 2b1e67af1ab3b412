/** An object that travels as JSON without any change. */
export interface JSONable {
  [key: string]: number | string | boolean | object | number[] | string[] | object[] | undefined | null;
}

/** An object that EJSON can carry. */
export interface EJSONable {
  [key: string]: EJSONableProperty;
}

/** A value that EJSON can carry. */
export type EJSONableProperty =
  | number
  | string
  | boolean
  | object
  | number[]
  | string[]
  | object[]
  | Date
  | Uint8Array
  | RegExp
  | EJSONableCustomType
  | undefined
  | null;

/** What the instances of a type given to `EJSON.addType` implement. */
export interface EJSONableCustomType {
  /** The name under which the type was added. */
  typeName(): string;
  /** This value as plain JSON; the factory given to `EJSON.addType` reads it. */
  toJSONValue(): unknown;
  /** An equal value that shares nothing with this one. Default: by way of JSON. */
  clone?(): EJSONableCustomType;
  /** Whether `other` has the same value. Default: by way of JSON. */
  equals?(other: object, options?: EJSONEqualsOptions): boolean;
}

export interface EJSONEqualsOptions {
  /** Whether `{a: 1, b: 2}` differs from `{b: 2, a: 1}`. Default `false`. */
  keyOrderSensitive?: boolean | undefined;
}

export interface EJSONStringifyOptions {
  /** Indents by 2 spaces (`true`), by a number of spaces, or by a string. Default: everything on one line. */
  indent?: boolean | number | string | undefined;
  /** Writes the keys of objects in sorted order. Default `false`. */
  canonical?: boolean | undefined;
}

/** Makes a value of a custom type from its JSON. */
export type EJSONFactory = (json: never) => unknown;
