import type { BrowserPolicyStatic, ContentKind, ContentPolicy } from '@bolide/meteor/browser-policy-common';
import { KEYWORDS, Sources } from './sources.js';

/**
 * What an app begins with: everything from its own origin, images also from `data:` URLs, connections to anywhere;
 * inline scripts and styles, but no `eval`.
 */
const DEFAULT_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; connect-src *; img-src data: 'self'; style-src 'self' 'unsafe-inline';";

const DIRECTIVES: Readonly<Record<ContentKind, string>> = {
  Script: 'script-src',
  Object: 'object-src',
  Image: 'img-src',
  Media: 'media-src',
  Font: 'font-src',
  Connect: 'connect-src',
  Style: 'style-src',
  Frame: 'frame-src',
  FrameAncestors: 'frame-ancestors',
};

/** `setInlineScripts` tells webapp whether pages may have inline scripts. */
export function createContentPolicy(
  policy: Pick<BrowserPolicyStatic, '_changed' | '_runningTest'>,
  setInlineScripts: (allowed: boolean) => Promise<void>,
): ContentPolicy {
  let sources = Sources.parse(DEFAULT_POLICY);
  let sniffingAllowed = false;

  const change = (edit: () => void): void => {
    edit();
    policy._changed();
  };
  const changeInlineScripts = async (allowed: boolean): Promise<void> => {
    if (!policy._runningTest()) await setInlineScripts(allowed);
  };
  const setSources = (newSources: Sources): Promise<void> => {
    change(() => {
      sources = newSources;
    });
    return changeInlineScripts(sources.has('script-src', KEYWORDS.unsafeInline));
  };

  const kindMethods: Record<string, (origin: string) => void> = {};
  for (const [kind, directive] of Object.entries(DIRECTIVES)) {
    kindMethods[`allow${kind}Origin`] = (origin) => change(() => sources.addOrigin(directive, origin));
    kindMethods[`allow${kind}DataUrl`] = () => change(() => sources.add(directive, 'data:'));
    kindMethods[`allow${kind}BlobUrl`] = () => change(() => sources.add(directive, 'blob:'));
    kindMethods[`allow${kind}SameOrigin`] = () => change(() => sources.add(directive, KEYWORDS.self));
    kindMethods[`disallow${kind}`] = () => change(() => sources.clear(directive));
  }
  const allowOriginForAll = (origin: string): void =>
    change(() => {
      for (const directive of sources.directives) sources.addOrigin(directive, origin);
    });

  return {
    ...(kindMethods as unknown as ContentPolicy),
    disallowScript() {
      change(() => sources.clear('script-src'));
      return changeInlineScripts(false);
    },
    allowInlineScripts() {
      change(() => sources.add('script-src', KEYWORDS.unsafeInline));
      return changeInlineScripts(true);
    },
    disallowInlineScripts() {
      change(() => sources.remove('script-src', KEYWORDS.unsafeInline));
      return changeInlineScripts(false);
    },
    allowEval: () => change(() => sources.add('script-src', KEYWORDS.unsafeEval)),
    disallowEval: () => change(() => sources.remove('script-src', KEYWORDS.unsafeEval)),
    allowInlineStyles: () => change(() => sources.add('style-src', KEYWORDS.unsafeInline)),
    disallowInlineStyles: () => change(() => sources.remove('style-src', KEYWORDS.unsafeInline)),
    allowOriginForAll,
    allowSameOriginForAll: () => allowOriginForAll(KEYWORDS.self),
    allowDataUrlForAll: () => allowOriginForAll('data:'),
    disallowAll: () => setSources(Sources.empty()),
    setPolicy: async (text) => setSources(Sources.parse(text)),
    allowContentTypeSniffing: () =>
      change(() => {
        sniffingAllowed = true;
      }),
    _constructCsp: () => sources.toString(),
    _keywordAllowed: (directive, keyword) => sources.has(directive, keyword),
    _xContentTypeOptions: () => (sniffingAllowed ? undefined : 'nosniff'),
    _reset() {
      sniffingAllowed = false;
      return setSources(Sources.parse(DEFAULT_POLICY));
    },
  };
}
