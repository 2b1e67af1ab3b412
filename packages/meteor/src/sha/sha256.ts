/**
 * The SHA-256 hash of a text, in hexadecimal. At once, unlike the Web's `crypto.subtle`.
 *
 * Characters outside of the Basic Multilingual Plane are hashed as two surrogates of three bytes each, not as the four
 * bytes of UTF-8. Meteor's clients always did so: password hashes stored in databases depend on it.
 */
export function SHA256(text: string): string {
  const message = pad(encode(String(text)));
  const words = new DataView(message.buffer);
  const { round, initial } = constants();
  const hash = initial.slice();
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < message.length; offset += 64) {
    expand(words, offset, schedule);
    compress(hash, schedule, round);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** One to three bytes per UTF-16 code unit. */
function encode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[length++] = code;
    } else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 0x3f);
    } else {
      bytes[length++] = 0xe0 | (code >> 12);
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[length++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes.subarray(0, length);
}

/** The message, a one bit, zeros, and the length in bits as 64 bits: a multiple of 64 bytes. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const end = new DataView(padded.buffer, padded.length - 8);
  end.setUint32(0, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(4, bytes.length * 8);
  return padded;
}

/** The message schedule of one block (FIPS 180-4, 6.2.2 step 1). */
function expand(words: DataView, offset: number, schedule: Uint32Array): void {
  for (let t = 0; t < 16; t++) schedule[t] = words.getUint32(offset + t * 4);
  for (let t = 16; t < 64; t++) {
    const w2 = schedule[t - 2] as number;
    const w15 = schedule[t - 15] as number;
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    schedule[t] = sigma1 + (schedule[t - 7] as number) + sigma0 + (schedule[t - 16] as number);
  }
}

/** The 64 rounds of one block (steps 2 to 4). */
function compress(hash: Uint32Array, schedule: Uint32Array, round: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + (round[t] as number) + (schedule[t] as number)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    hash[i] = (hash[i] as number) + value;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

let cached: { round: Uint32Array; initial: Uint32Array } | undefined;

/** Fractions of the roots of the first primes, which the standard takes as constants: computed at first use. */
function constants(): { round: Uint32Array; initial: Uint32Array } {
  if (cached) return cached;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  cached = {
    round: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
  return cached;
}
