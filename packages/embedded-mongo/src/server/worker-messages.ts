/** What the worker thread tells. */
export type WorkerReport =
  | { readonly kind: 'listening'; readonly uri: string }
  | { readonly kind: 'failed'; readonly message: string; readonly code: number | undefined }
  | { readonly kind: 'stopped' };

/** What the worker thread is told. */
export type WorkerOrder = { readonly kind: 'stop' };
