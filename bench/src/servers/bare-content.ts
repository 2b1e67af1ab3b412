import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { ContentEntry } from '../bare/content.js';
import { workFolder } from '../paths.js';
import type { Reachable } from './running.js';

/** A path in one content coding. */
export interface Form {
  readonly path: string;
  readonly coding?: 'br' | 'gzip';
}

/** Where a bare server has a form: at a path of its own, as it does not choose. */
export const barePath = ({ path, coding }: Form): string => (coding === undefined ? path : `${path}.${coding}`);

interface Response {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Headers that a bare server would send as well; those of the connection are the runtime's business. */
const KEPT = ['content-type', 'content-encoding'];

/**
 * Asks a server for forms of files and writes what it answers into a folder, for bare servers to answer the same.
 * Rejects when a form does not come in the coding asked for: then there would be nothing to compare.
 *
 * @returns the folder, and the size of each form in bytes
 */
export async function captureContent(
  server: Reachable,
  forms: readonly Form[],
): Promise<{ folder: string; sizes: ReadonlyMap<Form, number> }> {
  const folder = join(workFolder, 'content');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sizes = new Map<Form, number>();
  const entries: ContentEntry[] = [];
  for (const [index, form] of forms.entries()) {
    const { headers, body } = await fetchForm(server, form);
    const coding = headers['content-encoding'];
    if (coding !== form.coding) {
      throw new Error(`${form.path} was asked for as ${form.coding ?? 'it is'}, but came as ${coding ?? 'it is'}.`);
    }
    const file = String(index);
    await writeFile(join(folder, file), body);
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.includes(name)));
    entries.push({ path: barePath(form), file, headers: kept });
    sizes.set(form, body.byteLength);
  }
  await writeFile(join(folder, 'content.json'), JSON.stringify(entries));
  return { folder, sizes };
}

export const acceptEncoding = ({ coding }: Form): string => coding ?? 'identity';

function fetchForm({ hostname, port, prefix }: Reachable, form: Form): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': acceptEncoding(form) };
    get({ hostname, port, path: `${prefix}${form.path}`, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) {
          resolve({ headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) });
        } else reject(new Error(`${form.path} was answered with ${response.statusCode}.`));
      });
    }).on('error', reject);
  });
}
