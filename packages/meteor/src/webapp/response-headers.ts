import type { ServerResponse } from 'node:http';
import { invalidate } from './invalidation.js';
import type { HeaderScope } from './types.js';

interface HeaderSet {
  readonly scope: HeaderScope;
  readonly headers: Readonly<Record<string, string>>;
}

const sets = new Map<string, HeaderSet>();
let every: Readonly<Record<string, string>> = {};
let dynamic: Readonly<Record<string, string>> = {};

export function setResponseHeaders(
  key: string,
  scope: HeaderScope,
  headers: Readonly<Record<string, string>> | null,
): void {
  if (headers) sets.set(key, { scope, headers });
  else if (!sets.delete(key)) return;
  every = {};
  dynamic = {};
  for (const set of sets.values()) {
    if (set.scope === 'every') every = { ...every, ...set.headers };
    dynamic = { ...dynamic, ...set.headers };
  }
  // Pages and files were prepared with the headers of before.
  invalidate();
}

/** Headers of everything that is sent, static files included. */
export const headersOfEverything = (): Readonly<Record<string, string>> => every;

/** Headers of pages and of what handlers answer. */
export const headersOfDynamic = (): Readonly<Record<string, string>> => dynamic;

export function applyHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) res.setHeader(name, headers[name] as string);
}
