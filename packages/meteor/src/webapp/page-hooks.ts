import type { BoilerplateData, HtmlAttributes } from '@bolide/meteor/boilerplate-generator';
import { runtimeConfigHooks } from './runtime-config.js';
import type { BoilerplateDataCallback, CategorizedRequest, HtmlAttributeHook } from './types.js';

const htmlAttributeHooks: HtmlAttributeHook[] = [];
const dataCallbacks = new Map<string, BoilerplateDataCallback>();

export function addHtmlAttributeHook(hook: HtmlAttributeHook): void {
  htmlAttributeHooks.push(hook);
}

export function registerBoilerplateDataCallback(
  key: string,
  callback: BoilerplateDataCallback | null,
): BoilerplateDataCallback | null {
  const previous = dataCallbacks.get(key) ?? null;
  if (typeof callback === 'function') dataCallbacks.set(key, callback);
  else if (callback === null) dataCallbacks.delete(key);
  else throw new TypeError('A boilerplate data callback must be a function, or null to remove it.');
  return previous;
}

/** True if pages may differ from one request to the next. */
export function pagesAreDynamic(): boolean {
  if (htmlAttributeHooks.length > 0 || !runtimeConfigHooks.isEmpty) return true;
  for (const callback of dataCallbacks.values()) if (!callback.isIdle?.()) return true;
  return false;
}

export function htmlAttributesFor(request: CategorizedRequest): HtmlAttributes {
  const combined: HtmlAttributes = {};
  for (const hook of htmlAttributeHooks) {
    const attributes = hook(request);
    if (attributes === null || attributes === undefined) continue;
    if (typeof attributes !== 'object') throw new Error('HTML attribute hook must return null or object');
    Object.assign(combined, attributes);
  }
  return combined;
}

/** Lets the callbacks change the data, one after the other. */
export async function runDataCallbacks(
  request: CategorizedRequest,
  data: BoilerplateData,
  arch: string,
): Promise<void> {
  for (const callback of [...dataCallbacks.values()]) {
    if (!callback.isIdle?.()) await callback(request, data, arch);
  }
}
