import { onStartup, readSettings } from '@bolide/runtime';
import { createAbsoluteUrl } from './absolute-url.js';
import { common } from './common.js';
import { Meteor } from './meteor.js';
import { bindEnvironment, EnvironmentVariableClass, runFresh } from './server-environment-variable.js';
import { setUpTestEnvironment } from './test-environment.js';
import type { MeteorCore, MeteorEnv } from './types.js';

export type * from './types.js';
export { Meteor };

const globalObject = globalThis;

export { globalObject as global };

export const meteorEnv: MeteorEnv = {
  NODE_ENV: process.env.NODE_ENV || 'production',
  TEST_METADATA: process.env.TEST_METADATA || '{}',
};

const config = globalThis.__meteor_runtime_config__ ?? {};
const settings = readSettings();
config.meteorEnv = meteorEnv as Record<string, string>;
// The same object: what the app changes in Meteor.settings.public reaches the clients that connect later.
config.PUBLIC_SETTINGS = settings.public;
if (process.env.ROOT_URL) {
  config.ROOT_URL = process.env.ROOT_URL;
  config.ROOT_URL_PATH_PREFIX = new URL(process.env.ROOT_URL).pathname.replace(/\/$/, '');
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
  isDebug: false,
  settings,
  absoluteUrl: createAbsoluteUrl({ rootUrl: config.ROOT_URL }),
  startup: onStartup,
  EnvironmentVariable: EnvironmentVariableClass,
  bindEnvironment,
  _runFresh: runFresh,
  _runAsync: (func, self) => runFresh(() => func.call(self)),
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
