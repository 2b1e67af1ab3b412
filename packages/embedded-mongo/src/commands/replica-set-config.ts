import { Long } from 'bson';
import type { Command } from './command.js';

export const replicaSetConfig: Command = {
  name: 'replSetGetConfig',
  adminOnly: true,
  run: ({ server: { identity } }) => ({
    config: {
      _id: identity.setName,
      version: 1,
      term: 1,
      protocolVersion: Long.ONE,
      members: [
        {
          _id: 0,
          host: identity.host,
          arbiterOnly: false,
          buildIndexes: true,
          hidden: false,
          priority: 1,
          tags: {},
          secondaryDelaySecs: Long.ZERO,
          votes: 1,
        },
      ],
      settings: { replicaSetId: identity.processId },
    },
  }),
};
