export interface ReloadOptions {
  /** Reload even if not all providers are ready, with the data of those that gave some. Default `false`. */
  immediateMigration?: boolean | undefined;
}

/**
 * Asked before a reload: `[true]` if ready, `[true, data]` with data to keep (JSON), `[false]` if not ready yet; then
 * it calls `retry` when it is.
 */
export type MigrationProvider = (
  retry: () => void,
  options: ReloadOptions,
) => readonly [ready: boolean, data?: unknown] | false | undefined;

/** Reloads the page for new code without losing the state that packages keep. */
export interface ReloadApi {
  /** Registers a provider. Without a name, its data is not kept. */
  _onMigrate(name: string, provider: MigrationProvider): void;
  _onMigrate(provider: MigrationProvider): void;
  /** What the provider of that name gave before the page was reloaded; else `undefined`. */
  _migrationData(name: string): unknown;
  /** Reloads the page as soon as all providers are ready. Further calls do nothing. */
  _reload(options?: ReloadOptions): void;
  /** Keeps the data of all providers for the next load. False if one is not ready. */
  _migrate(retry?: () => void, options?: ReloadOptions): boolean;
  /** What is kept at present, as JSON. */
  _getData(): string | null;
  _withFreshProvidersForTest(func: () => void): void;
}
