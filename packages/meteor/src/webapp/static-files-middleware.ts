import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { categorizeRequest, parseUrl } from './categorize-request.js';
import { contentTypeOf } from './content-type.js';
import { additionalStaticJs, pageOptions } from './page-options.js';
import { findInfo, runtimeConfigScript, sourceMapHeaders } from './static-table.js';
import type { StaticFilesByArch } from './types.js';

const YEAR = 365 * 24 * 60 * 60;

/** Sends a file of the given table, for code that mounts it in a server of its own. */
export async function staticFilesMiddleware(
  staticFilesByArch: StaticFilesByArch,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  let path: string;
  try {
    path = decodeURIComponent(parseUrl(req.url ?? '/').pathname);
  } catch {
    return next();
  }
  const script = pageOptions.inlineScriptsAllowed ? undefined : (additionalStaticJs[path] ?? runtimeConfigScript(path));
  const info =
    script === undefined
      ? findInfo(staticFilesByArch, path, categorizeRequest(req).arch)
      : { content: script, type: 'js' };
  if (!info || (info.content === undefined && info.absolutePath === undefined)) return next();
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.writeHead(req.method === 'OPTIONS' ? 200 : 405, { Allow: 'OPTIONS, GET, HEAD', 'Content-Length': '0' });
    res.end();
    return;
  }
  const headers: Record<string, string> = {
    'Content-Type': contentTypeOf(info.absolutePath ?? path, info.type),
    'Cache-Control': `public, max-age=${info.cacheable ? YEAR : 0}`,
    ...(info.hash !== undefined && { ETag: `"${info.hash}"` }),
    ...sourceMapHeaders(info),
  };
  if (info.content !== undefined) {
    headers['Content-Length'] = String(Buffer.byteLength(info.content));
    res.writeHead(200, headers);
    res.end(req.method === 'HEAD' ? undefined : info.content);
    return;
  }
  const stream = createReadStream(info.absolutePath as string);
  stream.once('error', next);
  stream.once('open', () => {
    stream.off('error', next);
    res.writeHead(200, headers);
    if (req.method === 'HEAD') {
      stream.destroy();
      res.end();
    } else pipeline(stream, res, () => {});
  });
}
