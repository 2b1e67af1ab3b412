/** What may be done with each kind of content, by the name that the methods carry. */
export type ContentKind =
  | 'Script'
  | 'Object'
  | 'Image'
  | 'Media'
  | 'Font'
  | 'Connect'
  | 'Style'
  | 'Frame'
  | 'FrameAncestors';

type OriginMethods = { [K in ContentKind as `allow${K}Origin`]: (origin: string) => void };
type DataUrlMethods = { [K in ContentKind as `allow${K}DataUrl`]: () => void };
type BlobUrlMethods = { [K in ContentKind as `allow${K}BlobUrl`]: () => void };
type SameOriginMethods = { [K in ContentKind as `allow${K}SameOrigin`]: () => void };
type DisallowMethods = { [K in Exclude<ContentKind, 'Script'> as `disallow${K}`]: () => void };

/**
 * `BrowserPolicy.content`: the Content-Security-Policy header, and whether browsers may guess content types.
 *
 * An origin may have a scheme, a wildcard in front and a port: `https://*.example.com:*`. Without a scheme both `http`
 * and `https` are meant.
 */
export interface ContentPolicy
  extends OriginMethods,
    DataUrlMethods,
    BlobUrlMethods,
    SameOriginMethods,
    DisallowMethods {
  allowInlineScripts(): Promise<void>;
  /** The page's configuration is then loaded as a file of its own. */
  disallowInlineScripts(): Promise<void>;
  disallowScript(): Promise<void>;
  allowEval(): void;
  disallowEval(): void;
  allowInlineStyles(): void;
  disallowInlineStyles(): void;
  allowSameOriginForAll(): void;
  allowDataUrlForAll(): void;
  allowOriginForAll(origin: string): void;
  disallowAll(): Promise<void>;
  /** Takes over a whole header. Throws if it has no `default-src`. */
  setPolicy(policy: string): Promise<void>;
  /** Leaves the header `X-Content-Type-Options: nosniff` out. */
  allowContentTypeSniffing(): void;

  /** The header's value; `null`: no header. */
  _constructCsp(): string | null;
  _keywordAllowed(directive: string, keyword: string): boolean;
  _xContentTypeOptions(): 'nosniff' | undefined;
  /** Back to the policy an app begins with. */
  _reset(): Promise<void>;
}

/** `BrowserPolicy.framing`: the X-Frame-Options header. */
export interface FramingPolicy {
  disallow(): void;
  /** May be called once. Only old browsers know this; see `BrowserPolicy.content.allowFrameAncestorsOrigin`. */
  restrictToOrigin(origin: string): void;
  allowAll(): void;
  _constructXFrameOptions(): string | null;
  _reset(): void;
}

export interface BrowserPolicyStatic {
  /** Set by browser-policy-content. */
  content?: ContentPolicy;
  /** Set by browser-policy-framing. */
  framing?: FramingPolicy;
  _runningTest(): boolean;
  /** From now on no header is sent, since it could break other tests. */
  _setRunningTest(): void;
  /** Called by the parts when what they would send has changed. */
  _changed(): void;
}

/** The same once both parts are loaded. */
export interface CompleteBrowserPolicy extends BrowserPolicyStatic {
  content: ContentPolicy;
  framing: FramingPolicy;
}
