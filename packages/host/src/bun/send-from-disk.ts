import type { ServerResponse } from 'node:http';
import { changedFile } from '../static-answer.js';
import type { StaticForm } from '../static-forms.js';
import type { BunServerResponse } from './server-response.js';

/** Gives part of a file that is too large for memory to Bun, which sends it without a detour through JavaScript. */
export async function sendFromDisk(
  response: ServerResponse,
  form: StaticForm,
  first: number,
  last: number,
  writeHead: () => void,
): Promise<void> {
  const file = Bun.file(form.source as string);
  const { size } = await file.stat();
  if (size !== form.size) throw changedFile(form);
  // Bun tells the client a file's name on disk unless there is such a header; `inline` is what browsers do without.
  if (!response.hasHeader('content-disposition')) response.setHeader('Content-Disposition', 'inline');
  writeHead();
  (response as unknown as BunServerResponse).outgoing.sendBlob(file.slice(first, last + 1));
}
