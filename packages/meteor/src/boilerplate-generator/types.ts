import type { Readable } from 'node:stream';

/** A file of a client program as the page refers to it. */
export interface BoilerplateFile {
  url: string;
  /** base64 of sha-512, without the prefix. */
  sri?: string;
  /** `module`: `<script type="module">`; `preload`: a hint in the head only. */
  loading?: 'module' | 'preload';
  /** With `inline`: the file's text goes into the page. */
  inline?: boolean;
  scriptContent?: string;
}

export type HtmlAttributes = Record<string, string | number | boolean | null | undefined>;

/** Markup, or a stream of it. */
export type HtmlContent = string | Buffer | Readable;

/** What the page's template is filled with. Packages may add members of their own. */
export interface BoilerplateData {
  css: BoilerplateFile[];
  js: BoilerplateFile[];
  /** Scripts that the page's scripts will import: hinted in the head, so that they load in parallel. */
  preload: BoilerplateFile[];
  head: string;
  body: HtmlContent;
  bodyAttributes?: HtmlAttributes;
  htmlAttributes?: HtmlAttributes;
  dynamicHead?: string | undefined;
  dynamicBody?: HtmlContent | undefined;
  /** The configuration as a JavaScript string literal that holds URI-encoded JSON. */
  meteorRuntimeConfig: string;
  /** Hash of the configuration, for the URL of the script that replaces the inline one. */
  meteorRuntimeHash: string;
  /** Where that script is served, below the path of ROOT_URL. */
  meteorRuntimeConfigPath: string;
  rootUrlPathPrefix: string;
  bundledJsCssUrlRewriteHook: (url: string) => string;
  sriMode?: 'anonymous' | 'use-credentials' | undefined;
  inlineScriptsAllowed: boolean;
  additionalStaticJs: readonly { readonly pathname: string; readonly contents: string }[];
  /** Set by hooks: status and headers of the response. */
  statusCode?: number | null | undefined;
  headers?: Record<string, string | string[]> | undefined;
  [key: string]: unknown;
}

export interface BoilerplateOptions {
  /** Makes the URL of the page from the URL of the manifest. Default: as it is. */
  urlMapper?: (url: string) => string;
  /** Makes the path on disk from the path of the manifest. Default: as it is. */
  pathMapper?: (path: string) => string;
  /** Members of the base data. */
  baseDataExtension?: Partial<BoilerplateData>;
  /** Put scripts and styles into the page instead of linking to them. Default false. */
  inline?: boolean;
}
