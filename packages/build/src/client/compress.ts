import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const COMPRESSIBLE = /\.(?:m?js|css|html|json|map|svg|txt|xml|wasm|webmanifest|ttf|otf|eot|ico)$/i;
/** Below this many bytes a compressed form saves nothing worth a second file. */
const SMALLEST = 1024;
/** Above this many bytes Brotli's slowest levels take seconds. */
const LARGE = 400_000;

export interface EncodedForm {
  readonly encoding: 'br' | 'gzip';
  readonly suffix: string;
  readonly data: Uint8Array;
}

/** Compressed forms of a file that are at least a tenth smaller than it, best first. */
export async function compress(path: string, data: Uint8Array): Promise<EncodedForm[]> {
  if (!COMPRESSIBLE.test(path) || data.byteLength < SMALLEST) return [];
  const quality = data.byteLength > LARGE ? 9 : 11;
  const [br, gz] = await Promise.all([
    brotli(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.byteLength,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    zip(data, { level: 9 }),
  ]);
  const forms: EncodedForm[] = [
    { encoding: 'br', suffix: '.br', data: br },
    { encoding: 'gzip', suffix: '.gz', data: gz },
  ];
  return forms.filter((form) => form.data.byteLength < data.byteLength * 0.9);
}
