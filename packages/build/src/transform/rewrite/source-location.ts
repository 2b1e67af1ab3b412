import { SOURCE_LOCATION_ID } from '../virtual/ids.js';
import { moduleId } from './module-id.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

const LOCATION_FIELDS: ReadonlyMap<string, string> = new Map([
  ['__filename', 'filename'],
  ['__dirname', 'dirname'],
  ['filename', 'filename'],
  ['dirname', 'dirname'],
  ['url', 'url'],
]);

/**
 * `__filename`, `__dirname` and `import.meta.url`: on the server the file's place below the bundle's folder; on the
 * client Meteor's module id, where `import.meta` belongs to the browser.
 */
export function rewriteSourceLocation(context: RewriteContext): void {
  const { header, magic, scopes, options } = context;
  let location: string | undefined;
  const field = (name: string): string => {
    if (location === undefined) {
      const sourceLocation = header.importAs(SOURCE_LOCATION_ID, 'sourceLocation');
      location = header.uniqueName('_location');
      header.addLine(`const ${location} = ${sourceLocation}(${JSON.stringify(options.displayPath)});`);
    }
    return `${location}.${LOCATION_FIELDS.get(name)}`;
  };
  for (const reference of scopes.references) {
    const { name, variable, write } = reference;
    if (variable !== undefined || write || (name !== '__filename' && name !== '__dirname')) continue;
    if (options.side === 'server') replaceReference(context, reference, field(name));
    else {
      const id = moduleId(options.displayPath);
      replaceReference(
        context,
        reference,
        JSON.stringify(name === '__filename' ? id : id.replace(/\/[^/]*$/, '') || '/'),
      );
    }
  }
  if (options.side !== 'server') return;
  for (const { node, property } of scopes.importMetas) {
    if (property !== undefined && LOCATION_FIELDS.has(property)) magic.update(node.start, node.end, field(property));
  }
}
