import { hostname } from 'node:os';
import { Long } from 'bson';
import { MONGODB_VERSION } from '../server/identity.js';
import type { Command } from './command.js';

export const serverStatus: Command = {
  name: 'serverStatus',
  run({ server }) {
    const { identity, counters, connections, cursors, sessions } = server;
    const uptime = (Date.now() - identity.startedAt.getTime()) / 1000;
    const memory = process.memoryUsage();
    const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
    return {
      host: hostname(),
      version: MONGODB_VERSION,
      process: 'mongod',
      service: ['mongod'],
      pid: Long.fromNumber(process.pid),
      uptime,
      uptimeMillis: Long.fromNumber(Math.round(uptime * 1000)),
      uptimeEstimate: Long.fromNumber(Math.round(uptime)),
      localTime: new Date(),
      connections: {
        current: connections.size,
        available: Math.max(0, 5000 - connections.size),
        totalCreated: counters.connections,
        active: connections.size,
      },
      logicalSessionRecordCache: { activeSessionsCount: sessions.size },
      mem: { bits: 64, resident: megabytes(memory.rss), virtual: megabytes(memory.rss), supported: true },
      metrics: { cursor: { open: { total: Long.fromNumber(cursors.size) } } },
      network: { numRequests: Long.fromNumber(counters.commands) },
      repl: {
        hosts: [identity.host],
        setName: identity.setName,
        setVersion: 1,
        isWritablePrimary: true,
        secondary: false,
        primary: identity.host,
        me: identity.host,
      },
      storageEngine: {
        name: 'bolide-sqlite',
        supportsCommittedReads: true,
        supportsSnapshotReadConcern: true,
        readOnly: false,
        persistent: true,
      },
    };
  },
};
