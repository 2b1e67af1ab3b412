import type { MigrationProvider, ReloadApi, ReloadOptions } from './types.js';

/** What of the browser is needed. */
export interface ReloadEnvironment {
  /** `sessionStorage`, or `null` where it cannot be used. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Loads the page again. */
  reloadPage(): void;
  /** Prints a problem. */
  warn(...message: unknown[]): void;
  /** Prints a step, when steps are to be printed. */
  debug(step: string, context?: unknown): void;
}

const STORAGE_KEY = 'Meteor_Reload';

export function createReload({ storage, reloadPage, warn, debug }: ReloadEnvironment): ReloadApi {
  let providers: { name: string | undefined; provider: MigrationProvider }[] = [];
  let isReloading = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const migrated = parseKept(storage?.getItem(STORAGE_KEY) ?? null, warn);
  // It is for this load only; a reload by the user starts afresh.
  storage?.removeItem(STORAGE_KEY);

  /** The data of all providers by name; `null` if one is not ready. */
  function pollProviders(retry: () => void, options: ReloadOptions): Record<string, unknown> | null {
    const data = new Map<string, unknown>();
    let allReady = true;
    for (const { name, provider } of providers) {
      const [isReady, kept] = provider(retry, options) || [false];
      debug(`${name ?? 'a provider without name'} is ${isReady ? 'ready' : 'NOT ready'}`);
      if (!isReady) allReady = false;
      if (kept !== undefined && name) data.set(name, kept);
    }
    return allReady || options.immediateMigration ? Object.fromEntries(data) : null;
  }

  function migrate(retry: () => void = () => {}, options: ReloadOptions = {}): boolean {
    const data = pollProviders(retry, options);
    if (data === null) return false;
    let json: string;
    try {
      json = JSON.stringify({ data, reload: true });
    } catch (error) {
      warn("Couldn't serialize data for migration", data);
      throw error;
    }
    if (!storage) {
      warn('Browser does not support sessionStorage. Not saving migration state.');
      return true;
    }
    try {
      storage.setItem(STORAGE_KEY, json);
    } catch (error) {
      // Such as a full storage. New code is worth more than old state.
      warn("Couldn't save data for migration to sessionStorage", error);
    }
    return true;
  }

  function reload(options: ReloadOptions = {}): void {
    if (isReloading) {
      debug('reloading in progress already');
      return;
    }
    isReloading = true;
    const tryReload = () => {
      clearTimeout(retryTimer);
      retryTimer = setTimeout(() => {
        if (migrate(tryReload, options)) reloadPage();
      }, 1);
    };
    tryReload();
  }

  return {
    _onMigrate(nameOrProvider: string | MigrationProvider, namedProvider?: MigrationProvider) {
      const name = typeof nameOrProvider === 'string' ? nameOrProvider : undefined;
      const provider = namedProvider ?? (nameOrProvider as MigrationProvider);
      if (typeof provider !== 'function') throw new Error('Reload._onMigrate requires a function');
      debug('_onMigrate', { name });
      providers.push({ name, provider });
    },
    _migrationData: (name) => (Object.hasOwn(migrated, name) ? migrated[name] : undefined),
    _reload: reload,
    _migrate: migrate,
    _getData: () => storage?.getItem(STORAGE_KEY) ?? null,
    _withFreshProvidersForTest(func) {
      const saved = providers;
      providers = [];
      try {
        func();
      } finally {
        providers = saved;
      }
    },
  };
}

/** The data of a reload. Anything else that lies there is ignored. */
function parseKept(json: string | null, warn: ReloadEnvironment['warn']): Record<string, unknown> {
  if (!json) return {};
  try {
    const kept: unknown = JSON.parse(json);
    if (isObject(kept)) return kept.reload && isObject(kept.data) ? kept.data : {};
    warn('Got bad data on reload. Ignoring.');
  } catch {
    warn('Got invalid JSON on reload. Ignoring.');
  }
  return {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
