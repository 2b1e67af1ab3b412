/** `mongodb`, the driver from npm. There is none yet: to use anything of it throws an error that says so. */
// biome-ignore lint/suspicious/noExplicitAny: its types come with it
export const NpmModuleMongodb: any = new Proxy(Object.create(null), {
  get(_target, property) {
    // What looks at modules in general asks for these.
    if (typeof property === 'symbol' || property === 'then' || property === '__esModule') return undefined;
    throw new Error(
      `NpmModuleMongodb.${property}: this version of Bolide has no database driver yet, a later one brings it.`,
    );
  },
});

/** Its version; empty as long as there is none. */
export const NpmModuleMongodbVersion = '';
