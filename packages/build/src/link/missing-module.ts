import { MISSING_MODULE, virtualId } from './specifiers.js';

/**
 * The module that a `require` or `import()` leads to if there is none of that name: it fails when it is reached, so
 * that code can try it.
 */
export const missingModuleId = (specifier: string, kind: string): string =>
  virtualId(`${MISSING_MODULE}${kind === 'dynamic-import' ? 'import' : 'require'}/${specifier}`);

/** Source of such a module, named by what follows `bolide:missing-module/`. */
export function missingModule(kindAndSpecifier: string): string {
  const slash = kindAndSpecifier.indexOf('/');
  const message = JSON.stringify(`Cannot find module '${kindAndSpecifier.slice(slash + 1)}'`);
  if (kindAndSpecifier.startsWith('import/')) {
    return `export {};\nthrow Object.assign(new Error(${message}), { code: 'ERR_MODULE_NOT_FOUND' });\n`;
  }
  // The bundler evaluates a module once; a module that is missing has to fail every time.
  return `Object.defineProperty(module, 'exports', {
  get() {
    throw Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' });
  },
});
`;
}
