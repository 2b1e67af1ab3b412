import { createHash } from 'node:crypto';
import type { RuntimeConfig } from '@bolide/runtime';
import type { HookHandle, RuntimeConfigHook, UpdatedNotifyHook } from './types.js';

/** The configuration that clients get. Without a booted bundle (unit tests) it is made here. */
export function runtimeConfig(): RuntimeConfig {
  globalThis.__meteor_runtime_config__ ??= {};
  return globalThis.__meteor_runtime_config__;
}

/** Path of ROOT_URL: `''` or `/app`. */
export const rootUrlPathPrefix = (): string => runtimeConfig().ROOT_URL_PATH_PREFIX ?? '';

/**
 * A JavaScript string literal that holds the configuration as URI-encoded JSON: nothing in it can end the script
 * element it stands in.
 */
export function encodeRuntimeConfig(config: unknown): string {
  return JSON.stringify(encodeURIComponent(JSON.stringify(config)));
}

/** The reverse of {@link encodeRuntimeConfig}. Throws for text that is not what that gives. */
export function decodeRuntimeConfig(encoded: string): RuntimeConfig {
  return JSON.parse(decodeURIComponent(JSON.parse(encoded) as string)) as RuntimeConfig;
}

/**
 * JSON as a JavaScript expression in a script of its own. The two line separators are valid in JSON, and were not in
 * scripts before ES2019.
 */
export function scriptExpression(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) =>
    character === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Callbacks in the order of registration. */
export class HookList<F> {
  readonly callbacks: Set<{ readonly callback: F }> = new Set();

  register(callback: F): HookHandle<F> {
    const entry = { callback };
    this.callbacks.add(entry);
    return { callback, stop: () => void this.callbacks.delete(entry) };
  }

  get isEmpty(): boolean {
    return this.callbacks.size === 0;
  }
}

export const runtimeConfigHooks = new HookList<RuntimeConfigHook>();
export const updatedNotifyHooks = new HookList<UpdatedNotifyHook>();
