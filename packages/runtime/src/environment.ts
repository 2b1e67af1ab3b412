import {
  address,
  ddpUrl,
  flag,
  httpUrl,
  inspectorAddress,
  integer,
  jsonSwitch,
  jsonText,
  permissions,
  text,
} from './environment-values.js';

/** One environment variable that a server reads. docs/environment.md is written from these. */
export interface Variable<T> {
  /** For the table: what kind of value it takes. */
  readonly type: string;
  /** For the table: what counts when it is not set, or set to nothing. */
  readonly default: string;
  /** For the table: what it does. */
  readonly meaning: string;
  /** Turns the text into the value; throws an Error whose message says what the text must be. */
  readonly read: (value: string) => T;
  /** The value when it is not set. */
  readonly absent: T;
  /** True if the value must never be printed. */
  readonly secret?: boolean;
}

/** A variable whose absence the reader of the value has to deal with. */
function optional<T>(variable: Omit<Variable<T>, 'absent'>): Variable<T | undefined> {
  return { ...variable, absent: undefined };
}

function switchedOn(meaning: string): Variable<boolean> {
  return { type: '1 or 0', default: 'off', meaning, read: flag, absent: false };
}

/** Every variable that a running server reads. `METEOR_SETTINGS_<PATH>` is a family of its own: see `settings.ts`. */
export const variables = {
  PORT: {
    type: 'port, 0 to 65535',
    default: '3000',
    meaning: 'TCP port that the server listens on. 0: any free one.',
    read: integer(0, 65535),
    absent: 3000,
  },
  BIND_IP: optional({
    type: 'IP address or host name',
    default: 'all addresses',
    meaning: 'Address that the server listens on.',
    read: address,
  }),
  UNIX_SOCKET_PATH: optional({
    type: 'path',
    default: 'none',
    meaning: 'Listen on this Unix socket instead of a port. The file of a server that died is replaced.',
    read: text,
  }),
  UNIX_SOCKET_PERMISSIONS: optional({
    type: 'three octal digits',
    default: "the process's umask",
    meaning: 'Permissions of the socket file, e.g. 660.',
    read: permissions,
  }),
  UNIX_SOCKET_GROUP: optional({
    type: 'group name or number',
    default: "the process's group",
    meaning: 'Group of the socket file.',
    read: text,
  }),
  ROOT_URL: optional({
    type: 'http or https URL',
    default: 'none: the server does not start without it',
    meaning:
      'Address under which clients reach the app; `Meteor.absoluteUrl()`. If it has a path, everything is served below that path.',
    read: httpUrl,
  }),
  HTTP_FORWARDED_COUNT: {
    type: 'whole number, 0 to 100',
    default: '0',
    meaning:
      "Number of trusted proxies in front of the server. So many entries of X-Forwarded-For are believed to find the client's address.",
    read: integer(0, 100),
    absent: 0,
  },
  METEOR_SETTINGS: optional({
    type: 'JSON object',
    default: "the bundle's (`meteor.settings` of package.json)",
    meaning: '`Meteor.settings`, merged into the defaults of the bundle. What is under `public` is sent to clients.',
    // Read by `readSettings`, which knows where it is wrong without showing it.
    read: (value: string) => value,
    secret: true,
  }),
  METEOR_PRINT_ON_LISTEN: switchedOn('Print `LISTENING` when the server listens, for programs that wait for it.'),
  METEOR_PARENT_PID: optional({
    type: 'process id',
    default: 'none',
    meaning: 'The server ends when this process is gone. Looked at every 3 seconds.',
    read: integer(1, 2 ** 31 - 1),
  }),
  METEOR_INSPECT_BRK: optional({
    type: '1, a port, or host:port',
    default: 'off',
    meaning:
      'Node: wait for a debugger (127.0.0.1:9229) before the packages run. Bun has no such call: start `bun --inspect-brk index.mjs` instead.',
    read: inspectorAddress,
  }),
  METEOR_NO_DEPRECATION: optional({
    type: '`true`, `false`, or a pattern',
    default: '`false`',
    meaning: 'Silences `Meteor.deprecate` (in development): everywhere, or where the stack matches the pattern.',
    read: text,
  }),
  NODE_ENV: {
    type: 'text',
    default: 'production',
    meaning: '`Meteor.isProduction` if it is `production`, else `Meteor.isDevelopment`.',
    read: text,
    absent: 'production',
  },
  APP_ID: optional({
    type: 'text',
    default: "the bundle's (`.meteor/.id`)",
    meaning: "The app's id. Clients of an app with another id are not told of new versions.",
    read: text,
  }),
  AUTOUPDATE_VERSION: optional({
    type: 'text',
    default: 'a hash of the client program',
    meaning: 'Version of the client program. Clients with another one reload.',
    read: text,
  }),
  DISABLE_SOCKJS: switchedOn('No `/sockjs` endpoint; clients connect to `/websocket`.'),
  SERVER_WEBSOCKET_COMPRESSION: {
    type: 'JSON',
    default: 'false',
    meaning:
      'Compress WebSocket messages (permessage-deflate), if the client can. Costs memory and time per connection.',
    read: jsonSwitch,
    absent: false,
  },
  DDP_DEFAULT_CONNECTION_URL: optional({
    type: 'URL',
    default: 'ROOT_URL',
    meaning: 'Where clients open their DDP connection.',
    read: ddpUrl,
  }),
  MOBILE_ROOT_URL: optional({
    type: 'http or https URL',
    default: 'ROOT_URL',
    meaning: 'ROOT_URL for mobile clients.',
    read: httpUrl,
  }),
  MOBILE_DDP_URL: optional({
    type: 'URL',
    default: 'MOBILE_ROOT_URL',
    meaning: 'Where mobile clients open their DDP connection.',
    read: ddpUrl,
  }),
  MONGO_URL: optional({
    type: 'mongodb or mongodb+srv URL',
    default: 'none: the embedded database',
    meaning:
      'Connection string of the MongoDB database that keeps the collections. A server that cannot be reached ends the process.',
    // Read by the driver.
    read: text,
    secret: true,
  }),
  BOLIDE_DATA_DIR: optional({
    type: 'path',
    default: '`data` beside the bundle',
    meaning: 'Folder of the embedded database, made if it is missing. One server at a time can use it.',
    read: text,
  }),
  METEOR_REACTIVITY_ORDER: optional({
    type: 'names with commas between them',
    default: '`packages.mongo.reactivity` of the settings, else `changeStreams,polling`',
    meaning:
      'How changes of queries are found: `changeStreams` or `polling`, in the order to try. (`oplog` is accepted, and passed over.)',
    // Checked by the package mongo.
    read: text,
  }),
  METEOR_POLLING_INTERVAL_MS: optional({
    type: 'milliseconds',
    default: '10000',
    meaning: 'How often queries that are observed by polling run, if their cursor has no `pollingIntervalMs`.',
    read: integer(1, 2 ** 31 - 1),
  }),
  METEOR_POLLING_THROTTLE_MS: optional({
    type: 'milliseconds',
    default: '50',
    meaning: 'The least time between two of their runs after writes, if their cursor has no `pollingThrottleMs`.',
    read: integer(0, 2 ** 31 - 1),
  }),
  TEST_METADATA: {
    type: 'JSON object',
    default: '{}',
    meaning: 'Set by test runners: `Meteor.isTest`, `isAppTest`, `isPackageTest` and the test driver.',
    read: jsonText,
    absent: '{}',
  },
} satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof variables;
