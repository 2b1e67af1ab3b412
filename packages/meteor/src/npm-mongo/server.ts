import packageJson from 'mongodb/package.json' with { type: 'json' };
import { loadDriver } from './load-driver.js';

export { loadDriver, loadDriverAsync } from './load-driver.js';

/** `mongodb`, the driver from npm. It is loaded when something of it is first asked for. */
// biome-ignore lint/suspicious/noExplicitAny: apps use it with the types of the package mongodb
export const NpmModuleMongodb: any = new Proxy(Object.create(null), {
  get(_target, property) {
    // What looks at modules in general asks for these.
    if (typeof property === 'symbol' || property === 'then' || property === '__esModule') return undefined;
    return Reflect.get(loadDriver(), property);
  },
  has: (_target, property) => typeof property === 'string' && Reflect.has(loadDriver(), property),
  ownKeys: () => Object.keys(loadDriver()),
  getOwnPropertyDescriptor: (_target, property) =>
    Object.hasOwn(loadDriver(), property)
      ? { value: Reflect.get(loadDriver(), property), enumerable: true, configurable: true, writable: false }
      : undefined,
});

/** Its version. */
export const NpmModuleMongodbVersion: string = packageJson.version;
