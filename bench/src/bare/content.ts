import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One response: what a bare server sends for a path, byte by byte what a bundle sends. */
export interface Content {
  /** A form of its own has a path of its own, so that bare servers need not choose: `/app.js`, `/app.js.br`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface ContentEntry {
  readonly path: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The responses listed in `content.json` of the folder `BENCH_CONTENT`. */
export function readContent(folder = process.env.BENCH_CONTENT ?? '.'): Content[] {
  const entries = JSON.parse(readFileSync(join(folder, 'content.json'), 'utf8')) as ContentEntry[];
  return entries.map(({ path, file, headers }) => ({
    path,
    headers,
    body: new Uint8Array(readFileSync(join(folder, file))),
  }));
}
