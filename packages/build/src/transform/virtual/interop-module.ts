/**
 * Source of the module `bolide:interop`:
 * - `importDefault(exports)`: an object whose `default` is what `import x from` gives: the `default` of an ES module (or
 *   of CommonJS code compiled from one), otherwise the exports themselves;
 * - `importNamespace(exports)`: what `import * as x from` gives;
 * - `requirePackage(name)`: the exports of a Meteor package that is in the app, or an Error with Meteor's words;
 * - `defineExports(exports, getters)` and `exportAll(exports, namespace)`: `export` declarations of a module that uses
 *   `module.exports` too;
 * - `named(name, value)`: a function or class that has no name, with that name;
 * - `syncArguments(arguments, …parameters)`: the `arguments` of a sloppy function, with its parameters' present values;
 * - `exportDefault(exports, value)`: Meteor's `module.exportDefault`.
 */
export function interopModule(): string {
  return `const isModule = (exports) =>
  exports !== null && (typeof exports === 'object' || typeof exports === 'function') &&
  (exports.__esModule === true || exports[Symbol.toStringTag] === 'Module');

export function importDefault(exports) {
  return isModule(exports) ? exports : { default: exports };
}

export function importNamespace(exports) {
  if (isModule(exports)) return exports;
  const namespace = { __proto__: null };
  if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) {
    for (const name of Object.keys(exports)) {
      if (name !== 'default') Object.defineProperty(namespace, name, { enumerable: true, get: () => exports[name] });
    }
  }
  return Object.defineProperty(namespace, 'default', { enumerable: true, get: () => exports });
}

export function requirePackage(name) {
  const exports = globalThis.Package?.[name];
  if (exports !== undefined) return exports;
  const error = new Error(\`Cannot find package "\${name}". Try "meteor add \${name}".\`);
  error.code = 'MODULE_NOT_FOUND';
  throw error;
}

export function defineExports(exports, getters) {
  Object.defineProperty(exports, '__esModule', { value: true, configurable: true, writable: true });
  for (const name of Object.keys(getters)) {
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: getters[name] });
  }
}

export function exportAll(exports, namespace) {
  for (const name of Object.keys(namespace)) {
    if (name === 'default' || Object.hasOwn(exports, name)) continue;
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: () => namespace[name] });
  }
}

export function named(name, value) {
  return value.name === '' ? Object.defineProperty(value, 'name', { value: name, configurable: true }) : value;
}

export function syncArguments(values, ...parameters) {
  for (let index = 0; index < values.length && index < parameters.length; index++) values[index] = parameters[index];
  return values;
}

export function exportDefault(exports, value) {
  Object.defineProperty(exports, '__esModule', { value: true, configurable: true, writable: true });
  exports.default = value;
  return value;
}
`;
}
