import { FileMemory } from '../file-memory.js';

/** Bytes as `response.end` takes them. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** The memory for files that are sent through a response of node:http. */
export function createByteMemory(): FileMemory<FileBytes> {
  return new FileMemory((bytes) => ({ bytes, size: bytes.byteLength }));
}
