/** `Package`: package name → its exports. */
export type PackageRegistry = Record<string, Record<string, unknown>>;
