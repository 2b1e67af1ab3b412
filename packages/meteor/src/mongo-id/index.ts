export { MongoID, type MongoIDApi, type ObjectID } from './mongo-id.js';
