import { RolldownMagicString as MagicString } from 'rolldown';
import { MODULE_VARIABLES } from '../module-variables.js';
import type { ModuleFacts, TransformOptions } from '../types.js';
import { packageContextId, sloppyScriptId } from '../virtual/ids.js';
import { packageScopeId } from '../virtual/package-scope-module.js';
import { registryEntry } from './require-package.js';

export interface ScriptAndModule {
  /** The ES (or CommonJS) module that hands the script what it uses. */
  readonly module: string;
  readonly script: MagicString;
}

/**
 * Keeps code that cannot be made strict as it is, in a script of its own. The names that modules give it are properties
 * of one object, put in scope with a `with` statement: so even names that code looks up at run time are found.
 */
export function asSloppyScript(code: string, facts: ModuleFacts, options: TransformOptions): ScriptAndModule {
  const script = new MagicString(code);
  script.prepend('module.exports = function (scope) { with (scope) { return (function () {\n');
  script.append('\n}).call(this); } };\n');
  const owner = options.owner.kind === 'package' ? options.owner.name : undefined;
  const imports = [`import _run from ${JSON.stringify(sloppyScriptId(options.displayPath))};`];
  const members: string[] = [];
  const isModule = options.style === 'module';
  const used = new Set([...facts.freeReads, ...facts.undeclaredWrites]);
  if ([...used].some((name) => options.packageScope.has(name))) {
    imports.push(`import { __packageScope__ as _packageScope } from ${JSON.stringify(packageScopeId(owner))};`);
  }
  for (const name of used) {
    const from = options.symbols.get(name);
    if (options.packageScope.has(name)) {
      members.push(
        `get ${name}() { return _packageScope.${name}; }`,
        `set ${name}(value) { _packageScope.${name} = value; }`,
      );
    } else if (isModule && MODULE_VARIABLES.has(name)) {
      if (name === 'require') members.push(requireMember(facts));
      else if (name === 'module' || name === 'exports') members.push(name);
    } else if (from !== undefined) {
      members.push(`get ${name}() { return ${registryEntry(from)}.${name}; }`);
    } else if (name === 'Npm' || name === 'Assets') {
      imports.push(`import { ${name} } from ${JSON.stringify(packageContextId(owner))};`);
      members.push(name);
    }
  }
  const receiver = facts.hasCommonJsExports ? 'module.exports' : 'globalThis';
  const call = `_run.call(${receiver}, { __proto__: null, ${members.join(', ')} });`;
  return { module: `${imports.join('\n')}\n${call}\n`, script };
}

/** The bundler has to see each specifier. */
function requireMember({ requires }: ModuleFacts): string {
  const cases = requires.map((specifier) => {
    const literal = JSON.stringify(specifier);
    return `case ${literal}: return require(${literal});`;
  });
  return `require(id) { switch (id) { ${cases.join(' ')} } throw new Error(\`Cannot find module '\${id}'\`); }`;
}
