import { Meteor } from '@bolide/meteor/meteor';
import { clientPlatform } from './client-platform.js';
import { createDDP, type DDPNamespace } from './ddp.js';
import { connectToDefaultServer } from './default-connection.js';
import './meteor-members.js';

export type { DDPNamespace } from './ddp.js';
export type { ReconnectCallback } from './reconnect-hooks.js';
export type * from './types.js';

export const DDP: DDPNamespace = createDDP(clientPlatform);

const connection = connectToDefaultServer(DDP);

Object.assign(Meteor, {
  connection,
  /** Server only; does nothing here, so that shared code may call it. */
  refresh: () => {},
  subscribe: connection.subscribe.bind(connection),
  methods: connection.methods.bind(connection),
  isAsyncCall: connection.isAsyncCall.bind(connection),
  call: connection.call.bind(connection),
  callAsync: connection.callAsync.bind(connection),
  apply: connection.apply.bind(connection),
  applyAsync: connection.applyAsync.bind(connection),
  status: connection.status.bind(connection),
  reconnect: connection.reconnect.bind(connection),
  disconnect: connection.disconnect.bind(connection),
});
