import { MongoError } from '../engine/mongo-error.js';
import type { Command } from './command.js';

export const configureFailPoint: Command = {
  name: 'configureFailPoint',
  adminOnly: true,
  run({ args, name, server }) {
    if (!server.failPoints) throw new MongoError(59, `no such command: '${name}'`);
    server.failPoints.configure(args);
    return {};
  },
};
