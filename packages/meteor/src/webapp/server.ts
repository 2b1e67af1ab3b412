import { concatenate } from '@bolide/meteor/boilerplate-generator';
import { Meteor } from '@bolide/meteor/meteor';
import { WebAppHashing } from '@bolide/meteor/webapp-hashing';
import { boilerplateFor, generateBoilerplateInstance } from './boilerplates.js';
import { identifyBrowser } from './browser-identification.js';
import { categorizeRequest, defaultArch, setDefaultArch } from './categorize-request.js';
import {
  clientPrograms,
  loadProgram,
  pauseProgram,
  reloadPrograms,
  setStaticFilesByArch,
  staticFilesByArch,
  type VersionField,
  versionOf,
} from './client-programs.js';
import { httpServer } from './http-server.js';
import { listenToParentProcess } from './inter-process.js';
import { invalidate } from './invalidation.js';
import { expressVersion, loadExpress, loadExpressAsync } from './load-express.js';
import { listen, onListening, startListening } from './main.js';
import { addRawHandler, app, internalApp, rawApp, suppressExpressErrors } from './middleware.js';
import { addHtmlAttributeHook, registerBoilerplateDataCallback } from './page-hooks.js';
import { additionalStaticJs, addStaticJs, pageOptions } from './page-options.js';
import { renderPage } from './render-page.js';
import { addRequestHandler } from './request-handlers.js';
import { setResponseHeaders } from './response-headers.js';
import { decodeRuntimeConfig, encodeRuntimeConfig, runtimeConfigHooks, updatedNotifyHooks } from './runtime-config.js';
import { staticFilesMiddleware } from './static-files-middleware.js';
import { onStopping } from './stopping.js';
import type { WebAppInternalsStatic, WebAppStatic } from './types.js';
import { addWebSocketGuard, addWebSocketRoute } from './web-socket-routes.js';

export type * from './types.js';

const hashGetter = (field: VersionField) => (arch?: string) => {
  const program = clientPrograms()[arch ?? defaultArch()];
  return program && versionOf(program, field);
};
const clientHash = hashGetter('version');

export const WebApp: WebAppStatic = {
  get handlers() {
    return app.app;
  },
  get expressHandlers() {
    return app.app;
  },
  get connectHandlers() {
    return app.app;
  },
  get expressApp() {
    return app.app;
  },
  get rawHandlers() {
    return rawApp.app;
  },
  get rawExpressHandlers() {
    return rawApp.app;
  },
  get rawConnectHandlers() {
    return rawApp.app;
  },
  get express() {
    return loadExpress();
  },
  get httpServer() {
    return httpServer();
  },

  get defaultArch() {
    return defaultArch();
  },
  set defaultArch(arch) {
    setDefaultArch(arch);
  },
  get clientPrograms() {
    return clientPrograms();
  },

  onListening,
  startListening,
  categorizeRequest,
  addHtmlAttributeHook,
  addRuntimeConfigHook: (callback) => runtimeConfigHooks.register(callback),
  addUpdatedNotifyHook: (handler) => updatedNotifyHooks.register(handler),
  encodeRuntimeConfig,
  decodeRuntimeConfig,

  clientHash,
  calculateClientHash: clientHash,
  calculateClientHashRefreshable: hashGetter('versionRefreshable'),
  calculateClientHashNonRefreshable: hashGetter('versionNonRefreshable'),
  calculateClientHashReplaceable: hashGetter('versionReplaceable'),
  calculateClientCordovaCompatibilityHash: WebAppHashing.calculateCordovaCompatibilityHash,
  getRefreshableAssets(arch = defaultArch()) {
    const program = clientPrograms()[arch];
    if (program) boilerplateFor(arch);
    return program?.refreshableAssets;
  },

  _suppressExpressErrors: suppressExpressErrors,
  suppressConnectErrors() {
    Meteor._debug(
      'WebApp.suppressConnectErrors has been renamed to WebApp._suppressExpressErrors, and is for tests only.',
    );
    suppressExpressErrors();
  },
  _timeoutAdjustmentRequestCallback(req, res) {
    req.setTimeout(LONG_SOCKET_TIMEOUT);
    res.once('finish', () => res.setTimeout(SHORT_SOCKET_TIMEOUT));
  },
  _isCssLoaded: () => true,
};

/** Milliseconds. */
const SHORT_SOCKET_TIMEOUT = 5_000;
const LONG_SOCKET_TIMEOUT = 120_000;

export const WebAppInternals: WebAppInternalsStatic = {
  NpmModules: {
    express: {
      get version() {
        return expressVersion();
      },
      get module() {
        return loadExpress();
      },
    },
  },
  loadExpress: loadExpressAsync,
  identifyBrowser,
  registerBoilerplateDataCallback,
  generateBoilerplateInstance: (arch, manifest, options) => generateBoilerplateInstance(arch, manifest, options),
  async generateBoilerplate() {
    invalidate();
    if (isRunning) makeBoilerplates();
  },
  async getBoilerplate(request, arch) {
    const { parts, statusCode, headers } = await renderPage(categorizeForPage(request), arch);
    return { stream: concatenate(parts), statusCode, headers };
  },

  get staticFilesByArch() {
    return staticFilesByArch();
  },
  set staticFilesByArch(files) {
    setStaticFilesByArch(files);
  },
  staticFilesMiddleware,
  parsePort(port) {
    const parsed = Number.parseInt(String(port), 10);
    return Number.isNaN(parsed) ? port : parsed;
  },

  async reloadClientPrograms() {
    reloadPrograms();
  },
  async pauseClient(arch) {
    pauseProgram(arch);
  },
  async generateClientProgram(arch) {
    loadProgram(arch);
  },

  inlineScriptsAllowed: () => pageOptions.inlineScriptsAllowed,
  async setInlineScriptsAllowed(allowed) {
    pageOptions.inlineScriptsAllowed = Boolean(allowed);
    await WebAppInternals.generateBoilerplate();
  },
  async enableSubresourceIntegrity(useCredentials = false) {
    pageOptions.sriMode = useCredentials ? 'use-credentials' : 'anonymous';
    await WebAppInternals.generateBoilerplate();
  },
  async setBundledJsCssUrlRewriteHook(hook) {
    pageOptions.rewriteUrl = hook;
    await WebAppInternals.generateBoilerplate();
  },
  setBundledJsCssPrefix: (prefix) => WebAppInternals.setBundledJsCssUrlRewriteHook((url) => prefix + url),
  addStaticJs,
  additionalStaticJs,
  get meteorInternalHandlers() {
    return internalApp.app;
  },

  addWebSocketRoute,
  addWebSocketGuard,
  addRequestHandler,
  addRawHandler,
  onStopping,
  setResponseHeaders,
};

let isRunning = false;

listenToParentProcess();

/** Serves the app. Called by the runtime after the startup hooks. */
export function main(): Promise<'DAEMON'> {
  return listen(WebApp, () => {
    isRunning = true;
    // What startup hooks changed (settings, runtime configuration) must be in the pages.
    invalidate();
    makeBoilerplates();
  });
}

function makeBoilerplates(): void {
  for (const arch of Object.keys(clientPrograms())) boilerplateFor(arch);
}

/** Callers of `getBoilerplate` may bring a request of their own making, which the hooks shall see as it is. */
function categorizeForPage(request: Parameters<WebAppInternalsStatic['getBoilerplate']>[0]) {
  return request.browser ? (request as ReturnType<typeof categorizeRequest>) : categorizeRequest(request);
}
