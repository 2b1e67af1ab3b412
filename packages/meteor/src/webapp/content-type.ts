import { extname } from 'node:path';

/** Content types by extension. Text types get their charset below. */
const TYPES: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.apng': 'image/apng',
  '.atom': 'application/atom+xml',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.cur': 'image/x-icon',
  '.eot': 'application/vnd.ms-fontobject',
  '.flac': 'audio/flac',
  '.geojson': 'application/geo+json',
  '.gif': 'image/gif',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.gz': 'application/gzip',
  '.heic': 'image/heic',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.ics': 'text/calendar',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'application/javascript',
  '.json': 'application/json',
  '.jsonld': 'application/ld+json',
  '.jxl': 'image/jxl',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4a': 'audio/mp4',
  '.m4v': 'video/mp4',
  '.map': 'application/json',
  '.md': 'text/markdown',
  '.mid': 'audio/midi',
  '.mjs': 'application/javascript',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.opus': 'audio/ogg',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.rss': 'application/rss+xml',
  '.rtf': 'application/rtf',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.ts': 'video/mp2t',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.weba': 'audio/webm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};

const BY_MANIFEST_TYPE: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=utf-8',
  'dynamic js': 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const HAS_CHARSET = /^(?:text\/|application\/(?:javascript|json|manifest\+json|xml)$)/;

/**
 * The Content-Type of a file: by its type in the manifest (`js`, `css`, …), else by the extension of its path.
 * `application/octet-stream` if the extension says nothing.
 */
export function contentTypeOf(path: string, manifestType?: string): string {
  if (manifestType !== undefined && Object.hasOwn(BY_MANIFEST_TYPE, manifestType)) {
    return BY_MANIFEST_TYPE[manifestType] as string;
  }
  const extension = extname(path).toLowerCase();
  const type = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  if (type === undefined) return 'application/octet-stream';
  return HAS_CHARSET.test(type) ? `${type}; charset=utf-8` : type;
}
