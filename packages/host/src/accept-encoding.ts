/** Content codings a host can send. */
export type ContentCoding = 'br' | 'gzip' | 'zstd';

/** How much a client wants each coding: 0 (not acceptable) to 1. */
export interface CodingPreferences {
  readonly br: number;
  readonly gzip: number;
  readonly zstd: number;
  readonly identity: number;
}

const NO_PREFERENCE: CodingPreferences = { br: 0, gzip: 0, zstd: 0, identity: 1 };

/** Browsers send a handful of different values. The bound keeps a client from filling memory with invented ones. */
const MAXIMUM_REMEMBERED = 256;
const MAXIMUM_LENGTH = 256;
const remembered = new Map<string, CodingPreferences>();

/** The preferences in an Accept-Encoding header. Without the header only the plain form is sure to be understood. */
export function codingPreferences(header: string | undefined): CodingPreferences {
  if (header === undefined) return NO_PREFERENCE;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const preferences = parse(header.length > MAXIMUM_LENGTH ? header.slice(0, MAXIMUM_LENGTH) : header);
  if (remembered.size < MAXIMUM_REMEMBERED && header.length <= MAXIMUM_LENGTH) remembered.set(header, preferences);
  return preferences;
}

function parse(header: string): CodingPreferences {
  let br: number | undefined;
  let gzip: number | undefined;
  let zstd: number | undefined;
  let identity: number | undefined;
  let any: number | undefined;
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';');
    const quality = qualityOf(parameters);
    switch (coding.trim()) {
      case 'br':
        br = quality;
        break;
      case 'gzip':
      case 'x-gzip':
        gzip = quality;
        break;
      case 'zstd':
        zstd = quality;
        break;
      case 'identity':
        identity = quality;
        break;
      case '*':
        any = quality;
        break;
    }
  }
  const others = any ?? 0;
  return {
    br: br ?? others,
    gzip: gzip ?? others,
    zstd: zstd ?? others,
    // The plain form is acceptable unless it is refused by name, or by `*;q=0`.
    identity: identity ?? (any === 0 ? 0 : 0.001),
  };
}

function qualityOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim() !== 'q') continue;
    const quality = Number(value.trim());
    return quality >= 0 && quality <= 1 ? quality : 0;
  }
  return 1;
}

/**
 * Index of the form to send out of `codings` (best first as the writer made them), or -1 for the plain form.
 * The client's wish goes first; among equals the order of `codings` decides.
 */
export function chooseCoding(codings: readonly ContentCoding[], header: string | undefined): number {
  const preferences = codingPreferences(header);
  let best = -1;
  let bestQuality = 0;
  for (let index = 0; index < codings.length; index++) {
    const quality = preferences[codings[index] as ContentCoding];
    if (quality > bestQuality) {
      best = index;
      bestQuality = quality;
    }
  }
  return preferences.identity > bestQuality ? -1 : best;
}
