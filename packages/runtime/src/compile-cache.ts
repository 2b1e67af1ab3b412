import * as nodeModule from 'node:module';

/**
 * Lets Node (22.1 and later) keep the compiled form of the modules that are loaded from now on, in its own folder below
 * the system's folder for temporary files, or in NODE_COMPILE_CACHE. Nothing is written into the bundle. A bundle's own
 * modules have been compiled before its first line runs, so this serves what is loaded later: `import()`, `Npm.require`
 * and native addons' JavaScript. To have it for all, start Node with NODE_COMPILE_CACHE set, or start `main.js`.
 */
export function enableCompileCache(): void {
  // Bun offers the call, but keeps no such cache.
  if (process.versions.bun) return;
  const { enableCompileCache } = nodeModule as { enableCompileCache?: () => unknown };
  // Never throws: where the folder cannot be written, Node goes on without.
  enableCompileCache?.();
}
