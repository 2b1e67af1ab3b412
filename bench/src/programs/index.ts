import { ddp } from './ddp.js';
import { http } from './http.js';
import type { Program } from './program.js';

/** All programs, in the order in which they run. */
export const programs: readonly Program[] = [http, ddp];
