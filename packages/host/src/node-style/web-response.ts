import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { flatWebHeaders } from '../flat-headers.js';
import { writeHead } from './write-head.js';

/** Sends a Web response on a response of node:http; what middleware has set on that is kept. */
export async function sendWebResponse(response: ServerResponse, answer: Response, method: string): Promise<void> {
  writeHead(response, answer.status, flatWebHeaders(answer.headers), answer.statusText);
  if (answer.body === null || method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  } catch (error) {
    // A client that leaves in mid-body is no error of the handler.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
