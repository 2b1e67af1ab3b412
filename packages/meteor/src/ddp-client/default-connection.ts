import { Meteor } from '@bolide/meteor/meteor';
import { Retry } from '@bolide/meteor/retry';
import type { DDPNamespace } from './ddp.js';
import { reloadPackage } from './reload-guard.js';
import type { DDPConnection } from './types.js';

interface RuntimeConfig {
  DDP_DEFAULT_CONNECTION_URL?: string;
}

/** Connects the page to the server it came from, or to the one that DDP_DEFAULT_CONNECTION_URL names. */
export function connectToDefaultServer(ddp: DDPNamespace): DDPConnection {
  const config = (globalThis as { __meteor_runtime_config__?: RuntimeConfig }).__meteor_runtime_config__;
  return ddp.connect(config?.DDP_DEFAULT_CONNECTION_URL || '/', {
    onDDPVersionNegotiationFailure: reloadForNewVersion,
  });
}

const retry = new Retry();
const MIGRATION_NAME = 'livedata';

/** Page and server do not understand each other: newer code may. Each attempt waits longer than the one before. */
function reloadForNewVersion(description: string): void {
  Meteor._debug(description);
  const reload = reloadPackage();
  if (!reload) return;
  const saved = reload._migrationData(MIGRATION_NAME) as { DDPVersionNegotiationFailures?: number } | null | undefined;
  const failures = (saved?.DDPVersionNegotiationFailures ?? 0) + 1;
  reload._onMigrate(MIGRATION_NAME, () => [true, { DDPVersionNegotiationFailures: failures }]);
  retry.retryLater(failures, () => reload._reload({ immediateMigration: true }));
}
