// Every supported runtime and browser has promises; the package stays for code that imports it.
const NativePromise = globalThis.Promise;
type NativePromise<T> = globalThis.Promise<T>;

export { NativePromise as Promise };
