import { EJSON, type EJSONableCustomType } from '@bolide/meteor/ejson';
import { Random } from '@bolide/meteor/random';

/** Whether a text is what an ObjectID is written as: 24 hexadecimal digits in lower case. */
export function looksLikeObjectID(text: string): boolean {
  return text.length === 24 && /^[0-9a-f]*$/.test(text);
}

/** An id such as MongoDB makes. */
export class ObjectID implements EJSONableCustomType {
  /** The hexadecimal digits. An ordinary property, so that structural comparison tells ids apart. */
  _str: string;

  /**
   * @param hexString 24 hexadecimal digits; default: random ones.
   * @throws Error for any other text.
   */
  constructor(hexString?: string | null) {
    if (hexString) {
      const text = typeof hexString === 'string' ? hexString.toLowerCase() : '';
      if (!looksLikeObjectID(text)) throw new Error('Invalid hexadecimal string for creating an ObjectID');
      this._str = text;
    } else {
      this._str = Random.hexString(24);
    }
  }

  equals(other: unknown): boolean {
    return other instanceof ObjectID && this._str === other._str;
  }

  toString(): string {
    return `ObjectID("${this._str}")`;
  }

  clone(): ObjectID {
    return new ObjectID(this._str);
  }

  typeName(): 'oid' {
    return 'oid';
  }

  /** The seconds since 1970 that the first digits tell; random ids tell a random time. */
  getTimestamp(): number {
    return Number.parseInt(this._str.slice(0, 8), 16);
  }

  valueOf(): string {
    return this._str;
  }

  toJSONValue(): string {
    return this._str;
  }

  toHexString(): string {
    return this._str;
  }
}

EJSON.addType('oid', (json: unknown) => {
  // Comes from clients: anything but a text must not become a random id.
  if (typeof json !== 'string' || json === '') throw new Error('Invalid hexadecimal string for creating an ObjectID');
  return new ObjectID(json);
});
