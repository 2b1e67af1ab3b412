import type { DDPVersion } from './types.js';

/** Versions of DDP in order of preference. */
export const SUPPORTED_DDP_VERSIONS: DDPVersion[] = ['1', 'pre2', 'pre1'];
