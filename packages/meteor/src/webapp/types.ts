import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientFile } from '@bolide/bundle';
import type { HttpServerLike, RequestInfo, WebSocketRoute } from '@bolide/host';
import type {
  Boilerplate,
  BoilerplateData,
  BoilerplateManifest,
  BoilerplateOptions,
  HtmlAttributes,
  HtmlContent,
} from '@bolide/meteor/boilerplate-generator';
import type { RuntimeConfig } from '@bolide/runtime';
import type express from 'express';

export type ExpressModule = typeof express;
export type ExpressApplication = express.Application;

/** Express-style: answers, or calls `next` to pass the request on. */
export type MiddlewareHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** What {@link WebAppInternalsStatic.identifyBrowser} finds out. Names are written in camel case, e.g. `mobileSafari`. */
export interface BrowserIdentification {
  name: string;
  major: number;
  minor: number;
  patch: number;
}

/** A parsed URL in the form of node's old `url.parse(url, true)`, which code written for Meteor expects. */
export interface CategorizedUrl {
  protocol: string | null;
  slashes: boolean | null;
  auth: string | null;
  host: string | null;
  port: string | null;
  hostname: string | null;
  hash: string | null;
  /** With the question mark; `''` if there is none. */
  search: string;
  query: Record<string, string | string[] | undefined>;
  pathname: string;
  path: string;
  href: string;
}

/** A request as the hooks of the page see it. */
export interface CategorizedRequest {
  browser: BrowserIdentification;
  /** Whether the browser gets `web.browser` when there is a legacy program too. */
  modern: boolean;
  /** Without the query and without a prefix like `/__browser.legacy`. */
  path: string;
  arch: string;
  url: CategorizedUrl;
  /** Set by middleware on its `req`: markup to add to the page's head and body. */
  dynamicHead?: string | undefined;
  dynamicBody?: HtmlContent | undefined;
  headers: IncomingMessage['headers'];
  cookies: Record<string, unknown>;
}

/** What {@link WebAppStatic.categorizeRequest} and `getBoilerplate` accept: node's request, or something like it. */
export interface RequestLike {
  url?: unknown;
  headers?: IncomingMessage['headers'];
  pathname?: string;
  browser?: unknown;
  modern?: boolean;
  arch?: string;
  dynamicHead?: string | undefined;
  dynamicBody?: HtmlContent | undefined;
  cookies?: Record<string, unknown>;
}

/** Attributes for the `<html>` element; `null`: none. */
export type HtmlAttributeHook = (request: CategorizedRequest) => HtmlAttributes | null;

export interface RuntimeConfigHookOptions {
  arch: string;
  request: CategorizedRequest;
  /** For `WebApp.decodeRuntimeConfig`. */
  encodedCurrentConfig: string;
  /** True at the first call for an arch since its configuration was made; what was kept from before is out of date. */
  updated: boolean;
}

/** Gives the encoded configuration to send instead, or a falsy value to leave it as it is. */
export type RuntimeConfigHook = (
  options: RuntimeConfigHookOptions,
) => string | null | undefined | false | Promise<string | null | undefined | false>;

export type UpdatedNotifyHook = (options: {
  arch: string;
  manifest: BoilerplateManifest;
  runtimeConfig: RuntimeConfig;
}) => void;

export interface HookHandle<F> {
  callback: F;
  stop(): void;
}

/**
 * Changes the data of the page for one request. Gives `false` if it changed nothing.
 * A callback with `isIdle` is not called while that gives true: the page then comes from memory.
 */
export interface BoilerplateDataCallback {
  (request: CategorizedRequest, data: BoilerplateData, arch: string): unknown;
  isIdle?(): boolean;
}

/** One client program, as loaded from the bundle. */
export interface ClientProgramState {
  format: 'web-program-pre1';
  manifest: ManifestFile[];
  /** Hashes of what clients load; a function until it is first asked for. */
  version: string | (() => string);
  versionRefreshable: string | (() => string);
  versionNonRefreshable: string | (() => string);
  versionReplaceable: string | (() => string);
  cordovaCompatibilityVersions?: Record<string, string> | undefined;
  PUBLIC_SETTINGS?: Record<string, unknown> | undefined;
  hmrVersion?: unknown;
  /** JSON of the configuration, for the script that stands in for the inline one. */
  meteorRuntimeConfig?: string;
  refreshableAssets?: { url: string }[];
  /** While the program is being rebuilt: resolves when it may be served again. */
  paused?: Promise<void> | undefined;
  unpause?: (() => void) | undefined;
}

export interface ManifestFile extends ClientFile {
  /** May be replaced in the running page by hot module replacement. */
  readonly replaceable?: boolean;
}

/** A file that the server sends, by URL path, in {@link WebAppInternalsStatic.staticFilesByArch}. */
export interface StaticFileInfo {
  absolutePath?: string;
  /** Instead of a file. */
  content?: string;
  /** True: its URL changes with its content. */
  cacheable?: boolean | undefined;
  hash?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
  sourceMapUrl?: string | undefined;
  type?: string;
  encodings?: ClientFile['encodings'];
  /** Folder that the paths of `encodings` are relative to. */
  directory?: string;
}

export type StaticFilesByArch = Record<string, Record<string, StaticFileInfo | (() => StaticFileInfo)>>;

/** What is passed to {@link WebAppStatic.startListening}. */
export type ListenOptions =
  | { port: number; host?: string | undefined }
  | { path: string; permissions?: number | undefined; group?: string | undefined };

export interface WebAppStatic {
  /** Express app for the app's own routes. Runs after the static files and before the page; its paths are below ROOT_URL. */
  readonly handlers: ExpressApplication;
  /** Express app that sees every request first, with its full path. */
  readonly rawHandlers: ExpressApplication;
  /** @deprecated Use `handlers`. */
  readonly expressHandlers: ExpressApplication;
  /** @deprecated Use `rawHandlers`. */
  readonly rawExpressHandlers: ExpressApplication;
  /** @deprecated Use `handlers`. */
  readonly connectHandlers: ExpressApplication;
  /** @deprecated Use `rawHandlers`. */
  readonly rawConnectHandlers: ExpressApplication;
  /** @deprecated Use `handlers`. */
  readonly expressApp: ExpressApplication;
  /** The module `express`. It is loaded when it is first used. */
  readonly express: ExpressModule;
  /** The server, made when it is first asked for; it listens after startup. */
  readonly httpServer: HttpServerLike;

  /** The arch assumed where none is given. */
  defaultArch: string;
  /** The client programs by arch. */
  readonly clientPrograms: Record<string, ClientProgramState>;

  /** Calls `callback` when the server listens; at once if it does already. */
  onListening(callback: () => void): void;
  /** Starts to listen. May be replaced to listen in another way; must call `callback`. */
  startListening(httpServer: HttpServerLike, options: ListenOptions, callback: () => void): void | Promise<void>;

  categorizeRequest(request: RequestLike): CategorizedRequest;
  /** Registers a function that gives attributes for the page's `<html>` element. */
  addHtmlAttributeHook(hook: HtmlAttributeHook): void;
  /** Registers a function that may change the configuration which a page carries. */
  addRuntimeConfigHook(callback: RuntimeConfigHook): HookHandle<RuntimeConfigHook>;
  /** Registers a function that hears when the configuration of an arch was made anew. */
  addUpdatedNotifyHook(handler: UpdatedNotifyHook): HookHandle<UpdatedNotifyHook>;
  encodeRuntimeConfig(config: unknown): string;
  decodeRuntimeConfig(encoded: string): RuntimeConfig;

  /** Hash of all that clients of an arch load; `undefined` if there is no such program. Default arch: `defaultArch`. */
  clientHash(arch?: string): string | undefined;
  calculateClientHash(arch?: string): string | undefined;
  /** Hash of what can change without a reload of the page: style sheets. */
  calculateClientHashRefreshable(arch?: string): string | undefined;
  calculateClientHashNonRefreshable(arch?: string): string | undefined;
  calculateClientHashReplaceable(arch?: string): string | undefined;
  calculateClientCordovaCompatibilityHash(platformVersion: string, pluginVersions: Record<string, string>): string;
  /** URLs of the style sheets of an arch. */
  getRefreshableAssets(arch?: string): { url: string }[] | undefined;

  /** Express errors of requests with the header `x-suppress-error` are answered shortly. For tests. */
  _suppressExpressErrors(): void;
  /** @deprecated Use `_suppressExpressErrors`. */
  suppressConnectErrors(): void;
  /** Gives a request two minutes, and the connection five seconds afterwards. */
  _timeoutAdjustmentRequestCallback(req: IncomingMessage, res: ServerResponse): void;

  /** Client only: false while the page's style sheets are those of a version that the server no longer has. */
  _isCssLoaded(): boolean;
}

export interface RenderedBoilerplate {
  stream: import('node:stream').Readable;
  statusCode: number | null | undefined;
  headers: Record<string, string | string[]> | undefined;
}

export type HeaderScope = 'every' | 'dynamic';

export interface WebAppInternalsStatic {
  readonly NpmModules: { readonly express: { readonly version: string; readonly module: ExpressModule } };
  /** Loads Express before `WebApp.handlers` or `WebApp.express` does it, without blocking. */
  loadExpress(): Promise<ExpressModule>;
  identifyBrowser(userAgent: string | undefined): BrowserIdentification;
  /**
   * Registers a callback under a key; `null` removes it. Callbacks run in the order of their first registration.
   * Gives the one that was registered before, or `null`.
   */
  registerBoilerplateDataCallback(
    key: string,
    callback: BoilerplateDataCallback | null,
  ): BoilerplateDataCallback | null;
  generateBoilerplateInstance(
    arch: string,
    manifest: BoilerplateManifest,
    options?: BoilerplateOptions & { runtimeConfigOverrides?: Record<string, unknown> },
  ): Boilerplate;
  /** Makes all pages anew. */
  generateBoilerplate(): Promise<void>;
  getBoilerplate(request: RequestLike, arch: string): Promise<RenderedBoilerplate>;

  staticFilesByArch: StaticFilesByArch;
  /** Node-style handler that sends a file of the table it is given. The server itself does not use it. */
  staticFilesMiddleware(
    staticFilesByArch: StaticFilesByArch,
    req: IncomingMessage,
    res: ServerResponse,
    next: (error?: unknown) => void,
  ): Promise<void>;
  /** @deprecated */
  parsePort(port: string | number): string | number;

  /** Reads all client programs again. */
  reloadClientPrograms(): Promise<void>;
  /** Lets requests for pages of an arch wait until {@link generateClientProgram}. */
  pauseClient(arch: string): Promise<void>;
  /** Reads the client program of an arch again. */
  generateClientProgram(arch: string): Promise<void>;

  inlineScriptsAllowed(): boolean;
  /** False: the page has no inline scripts; the configuration is served as a file. */
  setInlineScriptsAllowed(allowed: boolean): Promise<void>;
  /** Adds integrity hashes to the page's scripts and style sheets. */
  enableSubresourceIntegrity(useCredentials?: boolean): Promise<void>;
  /** Makes the URLs of scripts and style sheets in pages. Default: the path of ROOT_URL before the file's path. */
  setBundledJsCssUrlRewriteHook(hook: (url: string) => string): Promise<void>;
  setBundledJsCssPrefix(prefix: string): Promise<void>;
  /** Adds a script to every page. */
  addStaticJs(contents: string): void;
  readonly additionalStaticJs: Record<string, string>;
  /** Express app of packages, before `WebApp.handlers`. */
  readonly meteorInternalHandlers: ExpressApplication;

  /**
   * Serves WebSocket upgrades whose path (below ROOT_URL, not decoded) `match` accepts. Routes are asked in the order
   * of their registration.
   */
  addWebSocketRoute(match: (path: string) => boolean, route: WebSocketRoute): void;
  /** Refuses upgrades for which `guard` gives false, whatever their route. */
  addWebSocketGuard(guard: (request: RequestInfo) => boolean): void;
  /** Answers one path (below ROOT_URL, not decoded) after `WebApp.handlers`, with any method. */
  addRequestHandler(path: string, handler: (info: RequestInfo) => Response | Promise<Response>): void;
  /** A handler before all others, also before `WebApp.rawHandlers`. It does not need Express. */
  addRawHandler(handler: MiddlewareHandler): void;
  /** Called when a graceful stop begins; the stop waits for what it returns. */
  onStopping(callback: () => void | Promise<void>): void;
  /**
   * Sets headers on all responses (`every`), or on those of handlers and pages but not of static files (`dynamic`).
   * A later call with the same key replaces them; `null` removes them. Names are lower-case.
   */
  setResponseHeaders(key: string, scope: HeaderScope, headers: Readonly<Record<string, string>> | null): void;
}
