import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { FlatHeaders } from '../flat-headers.js';

/**
 * Writes the head of a response on which middleware may have set headers. Ours replace theirs of the same name, but
 * cookies add up.
 */
export function writeHead(response: ServerResponse, status: number, headers: FlatHeaders, reason = ''): void {
  let list = headers as OutgoingHttpHeader[];
  if (response.hasHeader('set-cookie')) {
    list = [];
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] as string;
      const value = headers[index + 1] as string | string[];
      if (name.toLowerCase() === 'set-cookie') response.appendHeader(name, value);
      else list.push(name, value);
    }
  }
  if (reason === '') response.writeHead(status, list);
  else response.writeHead(status, reason, list);
}
