const NativeURL = globalThis.URL;
type NativeURL = globalThis.URL;
const NativeURLSearchParams = globalThis.URLSearchParams;
type NativeURLSearchParams = globalThis.URLSearchParams;

export { _constructUrl, _encodeParams } from './construct-url.js';
export { NativeURL as URL, NativeURLSearchParams as URLSearchParams };
