import { encodeKey, type TextFold } from '../../engine/keys/encode-key.js';

/** Text that is the same for values that MongoDB takes for equal, 1 and 1.0 say, and for no others. */
export function valueKey(value: unknown, fold?: TextFold): string {
  const bytes = encodeKey(value, fold);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
