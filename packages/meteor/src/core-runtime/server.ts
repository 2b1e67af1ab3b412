export { definePackage, Package } from '@bolide/runtime';
export type { PackageRegistry } from './types.js';
