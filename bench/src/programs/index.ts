import { build } from './build.js';
import { coldStart } from './cold-start.js';
import { ddp } from './ddp.js';
import { http } from './http.js';
import { memory } from './memory.js';
import type { Program } from './program.js';

/** All programs, in the order in which they run. */
export const programs: readonly Program[] = [coldStart, memory, http, ddp, build];
