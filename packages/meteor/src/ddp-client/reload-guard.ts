import { Package } from '@bolide/meteor/core-runtime';
import { Meteor } from '@bolide/meteor/meteor';

type MigrationResult = readonly [ready: boolean, data?: unknown];

/** The part of the package `reload` that DDP uses, if the application has it. */
export interface ReloadPackage {
  _onMigrate(name: string, callback: (retry: () => void) => MigrationResult): void;
  _onMigrate(callback: (retry: () => void) => MigrationResult): void;
  _migrationData(name: string): unknown;
  _reload(options?: { immediateMigration?: boolean }): void;
}

export function reloadPackage(): ReloadPackage | undefined {
  return Package.reload?.Reload as ReloadPackage | undefined;
}

/** Keeps the page from reloading while methods are outstanding. */
export class ReloadGuard {
  readonly #isReady: () => boolean;
  #retry: (() => void) | undefined;

  constructor(isReady: () => boolean) {
    this.#isReady = isReady;
    if (this.#register()) return;
    // `reload` is not a dependency; it may be evaluated after this package.
    Meteor.startup(() => {
      this.#register();
    });
  }

  /** Lets a reload that has been held back go on, if nothing is outstanding any more. */
  release(): void {
    if (!this.#retry || !this.#isReady()) return;
    const retry = this.#retry;
    this.#retry = undefined;
    retry();
  }

  #register(): boolean {
    const reload = reloadPackage();
    reload?._onMigrate((retry) => {
      if (this.#isReady()) return [true];
      this.#retry = retry;
      return [false];
    });
    return reload !== undefined;
  }
}
