import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { changedFile } from '../static-answer.js';
import type { StaticForm } from '../static-forms.js';

/** Bytes read at once; large enough that reading is not what takes the time. */
const CHUNK = 256 * 1024;

/** Streams part of a file that is too large for memory. */
export async function sendFromDisk(
  response: ServerResponse,
  form: StaticForm,
  first: number,
  last: number,
  writeHead: () => void,
): Promise<void> {
  const file = await open(form.source as string);
  try {
    const { size } = await file.stat();
    if (response.req.aborted) return;
    if (size !== form.size) throw changedFile(form);
    writeHead();
    const stream = file.createReadStream({ start: first, end: last, highWaterMark: CHUNK, autoClose: false });
    try {
      await Promise.race([pipeline(stream, response), untilClientLeft(response)]);
    } finally {
      stream.destroy();
    }
  } catch (error) {
    // A client that leaves in mid-file is no error of the file.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await file.close();
  }
}

/** A response that waits for others on its connection is not told when the client leaves; its request is. */
function untilClientLeft({ req }: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    req.once('close', () => {
      if (req.aborted) resolve();
    });
  });
}
