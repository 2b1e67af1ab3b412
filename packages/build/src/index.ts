export { buildApp } from './build-app.js';
export { BuildError } from './build-error.js';
export type { BuildOptions, BuildReport, ClientArch, PlatformLocation, Reporter } from './options.js';
export type * from './project/types.js';
