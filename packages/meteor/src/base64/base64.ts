const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 61; // '='
const INVALID = 255;

/** The value of each ASCII character code in the base64 alphabet, or INVALID. */
const VALUES = new Uint8Array(128).fill(INVALID);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/** Runtimes that have a native encoder (Node 25, Bun, current browsers) put it on Uint8Array itself. */
interface NativeEncoder {
  toBase64?: () => string;
}

/**
 * Writes bytes as base64 with padding.
 *
 * @param input Bytes, an array of numbers 0 to 255, or a string whose characters all lie below U+0100.
 * @throws Error when a string holds a character above U+00FF.
 */
function encode(input: string | ArrayLike<number>): string {
  const bytes = typeof input === 'string' ? bytesOfString(input) : input;
  if (bytes instanceof Uint8Array) {
    const native = bytes as Uint8Array & NativeEncoder;
    if (native.toBase64) return native.toBase64();
    if (typeof Buffer !== 'undefined') {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    }
  }
  return encodeByTable(bytes);
}

function encodeByTable(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const present = bytes.length - i;
    const group =
      ((byteAt(bytes, i) & 0xff) << 16) | ((byteAt(bytes, i + 1) & 0xff) << 8) | (byteAt(bytes, i + 2) & 0xff);
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    text += present > 1 ? ALPHABET.charAt((group >> 6) & 63) : '=';
    text += present > 2 ? ALPHABET.charAt(group & 63) : '=';
  }
  return text;
}

function byteAt(bytes: ArrayLike<number>, index: number): number {
  return bytes[index] ?? 0;
}

/**
 * Reads base64; padding may be missing.
 *
 * @throws Error `invalid base64 string` for anything outside of the standard alphabet (also white space and the
 * URL-safe alphabet), for padding elsewhere than at the end, and for a single left-over character.
 */
function decode(text: string): Uint8Array {
  let end = text.length;
  if (end > 0 && text.charCodeAt(end - 1) === PADDING) end--;
  if (end > 0 && text.charCodeAt(end - 1) === PADDING) end--;
  if (end % 4 === 1 || (end !== text.length && text.length % 4 !== 0)) throw new Error('invalid base64 string');

  const bytes = newBinary(Math.floor((end * 3) / 4));
  let written = 0;
  let pending = 0;
  let pendingBits = 0;
  for (let i = 0; i < end; i++) {
    const value = VALUES[text.charCodeAt(i)];
    if (value === undefined || value === INVALID) throw new Error('invalid base64 string');
    pending = (pending << 6) | value;
    pendingBits += 6;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[written++] = pending >> pendingBits;
      pending &= (1 << pendingBits) - 1;
    }
  }
  return bytes;
}

/** A new, zeroed buffer of `size` bytes that EJSON can serialize. */
function newBinary(size: number): Uint8Array {
  return new Uint8Array(size);
}

function bytesOfString(text: string): Uint8Array {
  const bytes = newBinary(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) throw new Error('Not ascii. Base64.encode can only take ascii strings.');
    bytes[i] = code;
  }
  return bytes;
}

/** Base64 for binary data in EJSON. */
export const Base64: {
  encode(input: string | ArrayLike<number>): string;
  decode(text: string): Uint8Array;
  newBinary(size: number): Uint8Array;
} = { encode, decode, newBinary };
