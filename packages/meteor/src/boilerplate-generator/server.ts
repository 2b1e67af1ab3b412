export { Boilerplate, type BoilerplateManifest } from './boilerplate.js';
export { escapeHtml } from './escape-html.js';
export { concatenate, isStream } from './html-stream.js';
export type * from './types.js';
