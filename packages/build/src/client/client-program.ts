import { createHash } from 'node:crypto';
import type { ClientFile, ClientProgram } from '@bolide/bundle';

/** Files of one client program, by path relative to its folder, and the manifest that describes them. */
export interface ClientProgramFiles {
  readonly arch: string;
  readonly program: ClientProgram;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly modules: number;
}

export const sha1 = (data: Uint8Array | string): string => createHash('sha1').update(data).digest('hex');
export const sri = (data: Uint8Array | string): string => createHash('sha512').update(data).digest('base64');

/** Meteor's order of keys; the reader of the manifest is strict about none of them. */
export function clientFile(
  path: string,
  data: Uint8Array,
  more: Pick<ClientFile, 'type'> & Partial<ClientFile>,
): ClientFile {
  return { path, where: 'client', size: data.byteLength, hash: sha1(data), sri: sri(data), ...more };
}
