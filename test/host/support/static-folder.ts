import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A folder with files, and the table that describes them to a host. */
export interface StaticFolder {
  readonly files: Record<string, unknown>;
  readonly contents: Readonly<Record<string, Buffer>>;
  /** The file's path on disk. */
  path(name: string): string;
  remove(): void;
}

export const modified = Date.UTC(2024, 0, 2, 3, 4, 5);

export function createStaticFolder(): StaticFolder {
  const folder = mkdtempSync(join(tmpdir(), 'bolide-host-'));
  const contents: Record<string, Buffer> = {
    '/plain.txt': Buffer.from('0123456789'),
    '/empty.txt': Buffer.alloc(0),
    '/dated.txt': Buffer.from('dated'),
    '/app.js': Buffer.from('export const value = 1;\n'.repeat(2000)),
    '/größe und.txt': Buffer.from('a name to be encoded'),
    // Larger than what a host holds in memory.
    '/large.bin': Buffer.alloc(5 * 1024 * 1024, 'abcdefghijklmnopqrstuvwxyz'),
    '/lost.txt': Buffer.from('will be removed'),
    '/changed.txt': Buffer.from('will be changed'),
  };
  const files: Record<string, unknown> = {};
  const path = (name: string): string => join(folder, encodeURIComponent(name));
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(path(name), content);
    files[name] = {
      file: path(name),
      size: content.length,
      contentType: name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/plain; charset=utf-8',
      etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`,
      caching: name === '/app.js' ? 'immutable' : 'revalidate',
      ...(name === '/dated.txt' ? { modified, headers: { 'X-SourceMap': '/dated.map' } } : {}),
    };
  }
  const script = contents['/app.js'] as Buffer;
  const encodings = [['br', brotliCompressSync(script)] as const, ['gzip', gzipSync(script)] as const].map(
    ([encoding, bytes]) => {
      const file = `${path('/app.js')}.${encoding}`;
      writeFileSync(file, bytes);
      return { encoding, file, size: bytes.length };
    },
  );
  Object.assign(files['/app.js'] as object, { encodings });
  return { files, contents, path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
