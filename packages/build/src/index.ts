export { BuildError } from './build-error.js';
export type * from './project/types.js';
