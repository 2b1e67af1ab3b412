import { randomUUID } from 'node:crypto';
import { UUID } from 'bson';
import { SESSION_TIMEOUT_MINUTES } from '../server/identity.js';
import type { Command } from './command.js';

export const startSession: Command = {
  name: 'startSession',
  run({ server, connection }) {
    const id = { id: new UUID(randomUUID()).toBinary() };
    server.sessions.use(id, connection.user?.name ?? '');
    return { id, timeoutMinutes: SESSION_TIMEOUT_MINUTES };
  },
};
