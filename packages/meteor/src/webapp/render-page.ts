import type { BoilerplateData, HtmlContent } from '@bolide/meteor/boilerplate-generator';
import { boilerplateFor, updatedArches } from './boilerplates.js';
import { htmlAttributesFor, runDataCallbacks } from './page-hooks.js';
import { runtimeConfigHooks } from './runtime-config.js';
import type { CategorizedRequest } from './types.js';

export interface RenderedPage {
  readonly parts: readonly HtmlContent[];
  readonly statusCode: number | null | undefined;
  readonly headers: Record<string, string | string[]> | undefined;
}

/** Renders the page of an arch for one request, with all hooks. */
export async function renderPage(request: CategorizedRequest, arch: string): Promise<RenderedPage> {
  const boilerplate = boilerplateFor(arch);
  const data: BoilerplateData = {
    ...boilerplate.baseData,
    meteorRuntimeConfig: await configFor(request, arch, boilerplate.baseData.meteorRuntimeConfig),
    htmlAttributes: htmlAttributesFor(request),
  };
  if (request.dynamicHead !== undefined) data.dynamicHead = request.dynamicHead;
  if (request.dynamicBody !== undefined) data.dynamicBody = request.dynamicBody;
  await runDataCallbacks(request, data, arch);
  return { parts: boilerplate.toParts(data), statusCode: data.statusCode, headers: data.headers };
}

/** The encoded configuration after all hooks; each request begins with the arch's own. */
async function configFor(request: CategorizedRequest, arch: string, encoded: string): Promise<string> {
  if (runtimeConfigHooks.isEmpty) return encoded;
  const updated = updatedArches.delete(arch);
  let current = encoded;
  for (const { callback } of [...runtimeConfigHooks.callbacks]) {
    const changed = await callback({ arch, request, encodedCurrentConfig: current, updated });
    if (changed) current = changed;
  }
  return current;
}
