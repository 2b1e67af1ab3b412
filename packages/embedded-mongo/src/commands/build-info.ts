import { MONGODB_VERSION, MONGODB_VERSION_ARRAY } from '../server/identity.js';
import { MAX_DOCUMENT_BYTES } from '../wire/limits.js';
import type { Command } from './command.js';

export const buildInfo: Command = {
  name: 'buildInfo',
  aliases: ['buildinfo'],
  open: true,
  run: () => ({
    version: MONGODB_VERSION,
    versionArray: [...MONGODB_VERSION_ARRAY],
    gitVersion: 'bolide',
    modules: [],
    allocator: 'system',
    javascriptEngine: 'none',
    sysInfo: 'deprecated',
    openssl: { running: 'disabled', compiled: 'disabled' },
    buildEnvironment: {},
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    storageEngines: ['bolide-sqlite'],
  }),
};
