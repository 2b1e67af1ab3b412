const scratch = new Float64Array(1);
const scratchBytes = new Uint8Array(scratch.buffer);

export function readInt32(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

/** A little-endian double; every platform that runs this is little-endian too. */
export function readDouble(bytes: Uint8Array, at: number): number {
  for (let i = 0; i < 8; i++) scratchBytes[i] = bytes[at + i] as number;
  return scratch[0] as number;
}

export function writeDouble(value: number, bytes: Uint8Array, at: number): void {
  scratch[0] = value;
  bytes.set(scratchBytes, at);
}

const decoder = new TextDecoder();

/** UTF-8 to a string; what is not valid becomes U+FFFD. */
export function readUtf8(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  // A loop beats the call into the decoder for the short ASCII texts that names and most values are.
  if (length <= 24) {
    let text = '';
    for (let i = start; i < end; i++) {
      const byte = bytes[i] as number;
      if (byte > 127) return decodeSlice(bytes, start, end);
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decodeSlice(bytes, start, end);
}

function decodeSlice(bytes: Uint8Array, start: number, end: number): string {
  if (bytes instanceof Buffer) return bytes.toString('utf8', start, end);
  return decoder.decode(bytes.subarray(start, end));
}
