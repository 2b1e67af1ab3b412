import { join } from 'node:path';
import { getTsconfig } from 'get-tsconfig';
import { BuildError } from '../build-error.js';
import type { Project } from '../project/types.js';
import type { TypeScriptFacts } from '../transform/index.js';

type Jsx = NonNullable<TypeScriptFacts['jsx']>;

/** What the app's tsconfig.json, with those it extends, says about code when it runs. Empty if there is none. */
export function typescriptFacts(project: Project): TypeScriptFacts {
  const file = join(project.directory, 'tsconfig.json');
  let options: Record<string, unknown>;
  try {
    const found = getTsconfig(project.directory, 'tsconfig.json');
    // A tsconfig.json above the app is somebody else's.
    if (found?.path !== file) return {};
    options = { ...found.config.compilerOptions };
  } catch (error) {
    throw new BuildError(`${file} cannot be read: ${(error as Error).message}`, {
      remedy: 'Correct its syntax or what it extends.',
    });
  }
  const flag = (name: string): boolean | undefined => (typeof options[name] === 'boolean' ? options[name] : undefined);
  const text = (name: string): string | undefined => (typeof options[name] === 'string' ? options[name] : undefined);
  return {
    experimentalDecorators: flag('experimentalDecorators'),
    emitDecoratorMetadata: flag('emitDecoratorMetadata'),
    useDefineForClassFields: flag('useDefineForClassFields'),
    verbatimModuleSyntax: flag('verbatimModuleSyntax'),
    strictNullChecks: flag('strictNullChecks') ?? flag('strict'),
    jsx: text('jsx') as Jsx | undefined,
    jsxFactory: text('jsxFactory'),
    jsxFragmentFactory: text('jsxFragmentFactory'),
    jsxImportSource: text('jsxImportSource'),
  };
}
