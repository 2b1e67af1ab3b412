import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** Files that code imports for their URL. */
export const ASSET =
  /\.(?:apng|avif|bmp|cur|gif|ico|jfif|jpe?g|pjp|pjpeg|png|svg|webp|aac|flac|m4a|mov|mp3|mp4|ogg|opus|vtt|wav|webm|eot|otf|ttf|woff2?|pdf|txt|webmanifest)$/i;

/** Style sheets, which only clients load. */
export const STYLE_SHEET = /\.(?:css|less|pcss|postcss|s[ac]ss|sss|styl|stylus)$/i;

/** How a client program names a file that code imports: the same on the server, which may render its URL. */
export const assetName = (name: string, content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16) + extname(name);
