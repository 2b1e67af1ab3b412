import type { Document } from 'bson';
import type { Command } from './command.js';

/**
 * Commands about things that this server does not have, or does by itself. Tools send them, and what they hope for is
 * the case already.
 */
const REPLIES: Readonly<Record<string, Document>> = {
  balancerStatus: { mode: 'off', inBalancerRound: false, numBalancerRounds: 0 },
  compact: { bytesFreed: 0 },
  dropConnections: {},
  features: {},
  getFreeMonitoringStatus: { state: 'disabled' },
  logRotate: {},
  planCacheClear: {},
  planCacheClearFilters: {},
  profile: { was: 0, slowms: 100, sampleRate: 1 },
  setFeatureCompatibilityVersion: {},
  setParameter: { was: null },
  top: { totals: {} },
};

export const harmlessCommands: readonly Command[] = Object.entries(REPLIES).map(([name, reply]) => ({
  name,
  run: () => ({ ...reply }),
}));
