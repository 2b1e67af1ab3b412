import { Package } from '@bolide/meteor/core-runtime';
import { Meteor } from '@bolide/meteor/meteor';
import type { ReloadApi } from '@bolide/meteor/reload';

/** Values by key, as EJSON text. */
export type SerializedValues = Record<string, string>;

export interface MigratingDict {
  _getMigrationData(): SerializedValues;
}

const PROVIDER_NAME = 'reactive-dict';

/** The dictionaries that are to outlive a reload, by name. */
export const dictsToMigrate = new Map<string, MigratingDict>();

let reload: ReloadApi | undefined;
let isWaitingForReload = false;

/** Makes a dictionary outlive reloads. Throws if there is one of that name. */
export function registerForMigration(name: string, dict: MigratingDict): void {
  if (dictsToMigrate.has(name)) throw new Error(`Duplicate ReactiveDict name: ${name}`);
  dictsToMigrate.set(name, dict);
  if (connect() || isWaitingForReload) return;
  // The package reload is optional, and may be loaded after this one.
  isWaitingForReload = true;
  Meteor.startup(connect);
}

/** What the dictionary of that name held before the reload; `undefined` if there was none. Given once. */
export function takeMigratedValues(name: string): SerializedValues | undefined {
  connect();
  const data = reload?._migrationData(PROVIDER_NAME) as { dicts?: Record<string, SerializedValues> } | undefined;
  if (!data?.dicts || !Object.hasOwn(data.dicts, name)) return undefined;
  const values = data.dicts[name];
  delete data.dicts[name];
  return values;
}

function connect(): boolean {
  if (reload) return true;
  reload = Package.reload?.Reload as ReloadApi | undefined;
  reload?._onMigrate(PROVIDER_NAME, () => {
    const dicts: Record<string, SerializedValues> = {};
    for (const [name, dict] of dictsToMigrate) dicts[name] = dict._getMigrationData();
    return [true, { dicts }];
  });
  return reload !== undefined;
}
