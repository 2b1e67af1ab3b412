export { MongoError } from './engine/mongo-error.js';
export type { ListenAddress } from './server/listen-address.js';
export { runStandalone, type StandaloneOptions } from './server/run-standalone.js';
export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './server/start-embedded-mongo.js';
export type { ServerOptions } from './server/start-server.js';
export type { UserOptions } from './server/users.js';
