import { createAbsoluteUrl } from './absolute-url.js';
import { bindEnvironment, EnvironmentVariableClass, runFresh } from './client-environment-variable.js';
import { createStartup } from './client-startup.js';
import { common } from './common.js';
import { Meteor } from './meteor.js';
import { setUpTestEnvironment } from './test-environment.js';
import type { MeteorCore, MeteorEnv, RuntimeConfig } from './types.js';

export type * from './types.js';
export { Meteor };

const globalObject = globalThis;

export { globalObject as global };

const config: RuntimeConfig = globalThis.__meteor_runtime_config__ ?? {};

export const meteorEnv: MeteorEnv = {
  NODE_ENV: 'production',
  TEST_METADATA: '{}',
  ...config.meteorEnv,
};

Object.assign(Meteor, {
  ...common,
  isClient: true,
  isServer: false,
  isCordova: false,
  isModern: config.isModern !== false,
  isProduction: meteorEnv.NODE_ENV === 'production',
  isDevelopment: meteorEnv.NODE_ENV !== 'production',
  isTest: false,
  isAppTest: false,
  isPackageTest: false,
  isDebug: Boolean(config.debug),
  settings: { public: config.PUBLIC_SETTINGS ?? {} },
  absoluteUrl: createAbsoluteUrl(defaultUrlOptions()),
  startup: createStartup(),
  EnvironmentVariable: EnvironmentVariableClass,
  bindEnvironment,
  _runFresh: runFresh,
  _runAsync: (func, self) => runFresh(() => func.call(self)),
  _noYieldsAllowed: (func) => func(),
  _SynchronousQueue: common._UnyieldingQueue,
} satisfies MeteorCore);
if (config.meteorRelease) Meteor.release = config.meteorRelease;
if (config.gitCommitHash) Meteor.gitCommitHash = config.gitCommitHash;
setUpTestEnvironment(meteorEnv);

function defaultUrlOptions() {
  const page = typeof location === 'object' && location.host ? location : undefined;
  return {
    rootUrl: config.ROOT_URL ?? (page && `${page.protocol}//${page.host}`),
    ...(page?.protocol === 'https:' && { secure: true }),
  };
}
