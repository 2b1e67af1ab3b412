import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at the end. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));
