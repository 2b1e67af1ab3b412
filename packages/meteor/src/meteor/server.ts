import { onStartup, readEnvironment, readSettings } from '@bolide/runtime';
import { createAbsoluteUrl } from './absolute-url.js';
import { common } from './common.js';
import { Meteor } from './meteor.js';
import {
  bindEnvironment,
  EnvironmentVariableClass,
  legacyStoreAccess,
  runFresh,
} from './server-environment-variable.js';
import { setUpTestEnvironment } from './test-environment.js';
import type { MeteorCore, MeteorEnv } from './types.js';

export { EmitterPromise } from './emitter-promise.js';
export type * from './types.js';
export { Meteor };

const globalObject = globalThis;

export { globalObject as global };

const environment = readEnvironment();

export const meteorEnv: MeteorEnv = {
  NODE_ENV: environment.NODE_ENV,
  TEST_METADATA: environment.TEST_METADATA,
};

// Outside of a bundle (scripts, tests) there is none; it is then only read here.
const config = globalThis.__meteor_runtime_config__ ?? {};
const settings = readSettings();
config.meteorEnv = meteorEnv as Record<string, string>;
// The same object: what the app changes in Meteor.settings.public reaches the clients that connect later.
config.PUBLIC_SETTINGS = settings.public;
config.debug = isUnderDebugger();
if (environment.METEOR_NO_DEPRECATION !== undefined) config.noDeprecation = silence(environment.METEOR_NO_DEPRECATION);
if (environment.ROOT_URL !== undefined) {
  config.ROOT_URL = environment.ROOT_URL;
  config.ROOT_URL_PATH_PREFIX = new URL(environment.ROOT_URL).pathname.replace(/\/$/, '');
}

Object.assign(Meteor, {
  ...common,
  isClient: false,
  isServer: true,
  isCordova: false,
  isModern: true,
  isProduction: meteorEnv.NODE_ENV === 'production',
  isDevelopment: meteorEnv.NODE_ENV !== 'production',
  isTest: false,
  isAppTest: false,
  isPackageTest: false,
  isDebug: config.debug,
  settings,
  absoluteUrl: createAbsoluteUrl({ rootUrl: config.ROOT_URL }),
  startup: onStartup,
  EnvironmentVariable: EnvironmentVariableClass,
  bindEnvironment,
  _runFresh: runFresh,
  ...legacyStoreAccess,
  _noYieldsAllowed: noYieldsAllowed,
  _SynchronousQueue: common._AsynchronousQueue,
} satisfies MeteorCore);
if (config.meteorRelease) Meteor.release = config.meteorRelease;
if (config.gitCommitHash) Meteor.gitCommitHash = config.gitCommitHash;
setUpTestEnvironment(meteorEnv);

function noYieldsAllowed<R>(func: () => R): R {
  const result = func();
  if (common._isPromise(result)) throw new Error('function is a promise when calling Meteor._noYieldsAllowed');
  return result;
}

function isUnderDebugger(): boolean {
  const flag = /^--(inspect|debug)(-brk|-wait)?(=.*)?$/;
  return Boolean(
    process.env.NODE_INSPECTOR_IPC ||
      process.env.VSCODE_INSPECTOR_OPTIONS ||
      process.execArgv.some((arg) => flag.test(arg)),
  );
}

/** `true`, `false`, or a pattern for stacks. */
function silence(value: string): boolean | string {
  return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
}
