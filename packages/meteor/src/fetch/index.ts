import { nativeClass } from './native-class.js';

const nativeFetch: typeof globalThis.fetch = globalThis.fetch;
const NativeHeaders = nativeClass<typeof globalThis.Headers>('Headers');
type NativeHeaders = globalThis.Headers;
const NativeRequest = nativeClass<typeof globalThis.Request>('Request');
type NativeRequest = globalThis.Request;
const NativeResponse = nativeClass<typeof globalThis.Response>('Response');
type NativeResponse = globalThis.Response;

export { NativeHeaders as Headers, NativeRequest as Request, NativeResponse as Response, nativeFetch as fetch };
