/** Names that every CommonJS module has as variables of its own. */
export const MODULE_VARIABLES: ReadonlySet<string> = new Set([
  'require',
  'module',
  'exports',
  '__filename',
  '__dirname',
]);
