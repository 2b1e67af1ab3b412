import { Heartbeat } from './heartbeat.js';
import { MethodInvocation } from './method-invocation.js';
import { parseDDP } from './parse-ddp.js';
import { makeRpcSeed, RandomStream } from './random-stream.js';
import { stringifyDDP } from './stringify-ddp.js';
import { SUPPORTED_DDP_VERSIONS } from './supported-versions.js';

export {
  currentCallAsyncInvocation,
  currentMethodInvocation,
  currentPublicationInvocation,
} from './current-invocation.js';
export type { HeartbeatOptions } from './heartbeat.js';
export type {
  MeteorPublisher,
  MethodApplyOptions,
  MethodCallback,
  MethodCaller,
  MethodFunction,
  MethodValue,
  PublishableCursor,
  PublishFunction,
  PublishOptions,
  Subscription,
} from './meteor-members.js';
export type { MethodInvocationOptions } from './method-invocation.js';
export { readDDP } from './parse-ddp.js';
export type { RandomSequence, RandomStreamScope } from './random-stream.js';
export { stringifyFields } from './stringify-ddp.js';
export { stringifyValue } from './stringify-value.js';
export type { ConnectionHandle, DDPMessage, DDPVersion, MethodWriteFence, PublicationInvocation } from './types.js';
export { Heartbeat, MethodInvocation, makeRpcSeed, parseDDP, RandomStream, SUPPORTED_DDP_VERSIONS, stringifyDDP };

/** What DDP clients and servers share. */
export const DDPCommon = {
  SUPPORTED_DDP_VERSIONS,
  parseDDP,
  stringifyDDP,
  MethodInvocation,
  RandomStream,
  makeRpcSeed,
  Heartbeat,
};
