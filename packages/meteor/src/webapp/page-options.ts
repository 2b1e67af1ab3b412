import { invalidate } from './invalidation.js';
import { rootUrlPathPrefix, sha1 } from './runtime-config.js';

/** What all pages have in common, and packages may change. */
export const pageOptions: {
  inlineScriptsAllowed: boolean;
  sriMode: 'anonymous' | 'use-credentials' | undefined;
  rewriteUrl: (url: string) => string;
} = {
  inlineScriptsAllowed: true,
  sriMode: undefined,
  rewriteUrl: (url) => rootUrlPathPrefix() + url,
};

/** URL path → script. */
export const additionalStaticJs: Record<string, string> = Object.create(null);

export function addStaticJs(contents: string): void {
  additionalStaticJs[`/${sha1(contents)}.js`] = contents;
  invalidate();
}
