import { Meteor } from '@bolide/meteor/meteor';
import { RoutePolicy } from '@bolide/meteor/routepolicy';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { readLimits } from './limits.js';
import { Server } from './meteor-server.js';
import { openEndpoints } from './transport/endpoints.js';
import { invalidationCrossbar } from './write-fence/crossbar.js';

export type { Limits } from './limits.js';
export type { Server, ServerOptions } from './meteor-server.js';
export { DDPServer } from './namespace.js';
export type { PublicationStrategy, PublicationStrategyName } from './publication-strategies.js';
export type { Session } from './session/session.js';
export type { DDPSocket } from './transport/ddp-socket.js';

declare module '@bolide/meteor/meteor' {
  interface MeteorStatic {
    /** The app's DDP server. Not there on the client. */
    server: Server;
    /** The same under its old name. */
    default_server: Server;
  }
}

const server = new Server({}, readLimits(Meteor.settings.packages?.['ddp-server']));

Object.assign(Meteor, {
  server,
  default_server: server,
  publish: server.publish.bind(server),
  methods: server.methods.bind(server),
  isAsyncCall: server.isAsyncCall.bind(server),
  call: server.call.bind(server),
  callAsync: server.callAsync.bind(server),
  apply: server.apply.bind(server),
  applyAsync: server.applyAsync.bind(server),
  onConnection: server.onConnection.bind(server),
  onMessage: server.onMessage.bind(server),
  refresh: (notification: object) => invalidationCrossbar.fire(notification as never),
});

if (process.env.DDP_DEFAULT_CONNECTION_URL && globalThis.__meteor_runtime_config__) {
  globalThis.__meteor_runtime_config__.DDP_DEFAULT_CONNECTION_URL = process.env.DDP_DEFAULT_CONNECTION_URL;
}

// No page of the app below this path, whatever the transport.
RoutePolicy.declare('/sockjs/', 'network');
openEndpoints(server, WebAppInternals, process.env);
