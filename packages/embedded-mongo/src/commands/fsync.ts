import { MongoError } from '../engine/mongo-error.js';
import type { Command } from './command.js';

export const fsync: Command = {
  name: 'fsync',
  adminOnly: true,
  run({ args, server }) {
    if (args.boolean('lock')) throw new MongoError(115, 'Locking the server by fsync is not supported');
    server.engine.flush();
    return { numFiles: 1 };
  },
};
