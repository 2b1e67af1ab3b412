import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import type { Command } from './command.js';

export const hostInfo: Command = {
  name: 'hostInfo',
  run() {
    const memory = Math.round(totalmem() / 1024 / 1024);
    return {
      system: {
        currentTime: new Date(),
        hostname: hostname(),
        cpuAddrSize: 64,
        memSizeMB: memory,
        memLimitMB: memory,
        numCores: cpus().length,
        cpuArch: arch(),
        numaEnabled: false,
      },
      os: { type: platform(), name: platform(), version: release() },
      extra: {},
    };
  },
};
