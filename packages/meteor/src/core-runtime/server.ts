export { definePackage, Package } from '@bolide/runtime';
export { holdStartup, isStartupHeld, onStartupReleased } from './hold-startup.js';
export type { PackageRegistry } from './types.js';
