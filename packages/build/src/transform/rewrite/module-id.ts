/** Meteor's id of a module: its absolute path in the app, with packages below `/node_modules/meteor`. */
export function moduleId(displayPath: string): string {
  if (displayPath.startsWith('app/')) return displayPath.slice('app'.length);
  if (displayPath.startsWith('packages/')) return `/node_modules/meteor/${displayPath.slice('packages/'.length)}`;
  return `/${displayPath}`;
}
