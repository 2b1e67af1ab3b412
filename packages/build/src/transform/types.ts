import type { SourceMapInput } from '@jridgewell/remapping';

/** Which program a module is compiled for. */
export type Side = 'server' | 'client';

/** Who a source file belongs to. */
export type Owner = { readonly kind: 'app' } | { readonly kind: 'package'; readonly name: string };

/**
 * `module`: a file of a program with modules; its top level is its own scope.
 * `linked`: a file of an old-style package; it has no `require` and no `module`.
 */
export type FileStyle = 'module' | 'linked';

/** The compiler options of tsconfig.json that change what code does when it runs. */
export interface TypeScriptFacts {
  /** Default true for TypeScript files, as in Meteor. JavaScript files always have standard decorators. */
  readonly experimentalDecorators?: boolean | undefined;
  /** Default true where `experimentalDecorators` holds, as in Meteor. */
  readonly emitDecoratorMetadata?: boolean | undefined;
  /** Default true: class fields are defined, not assigned. */
  readonly useDefineForClassFields?: boolean | undefined;
  /** Default false: imports that are only used as types are dropped. */
  readonly verbatimModuleSyntax?: boolean | undefined;
  readonly strictNullChecks?: boolean | undefined;
  /** tsconfig's `jsx`. Default: `react` in a file that binds `React` itself, otherwise `react-jsx`, which the other values mean too. */
  readonly jsx?: 'react' | 'react-jsx' | 'react-jsxdev' | 'preserve' | 'react-native' | undefined;
  readonly jsxFactory?: string | undefined;
  readonly jsxFragmentFactory?: string | undefined;
  readonly jsxImportSource?: string | undefined;
}

export interface AnalyzeOptions {
  /** Path that messages and source maps show, relative to the app, with forward slashes. */
  readonly displayPath: string;
  readonly style: FileStyle;
  readonly typescript?: TypeScriptFacts | undefined;
}

export interface TransformOptions extends AnalyzeOptions {
  readonly side: Side;
  readonly mode: 'production' | 'development';
  readonly owner: Owner;
  /** A file whose top-level `var`, `function` and `class` belong to the package (or, in the app, to the global object). */
  readonly bare?: boolean | undefined;
  /** Names that other packages export and this file may use without importing them → the package. */
  readonly symbols: ReadonlyMap<string, string>;
  /**
   * Names of package-scope variables: undeclared writes of any file of the package, top-level declarations of its bare
   * files, its declared exports. For the app: names of `symbols` that some file of the app assigns to.
   */
  readonly packageScope: ReadonlySet<string>;
}

/** A place in the file as it was written; both count from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export type StrictModeProblemKind =
  | 'annex-b-function'
  | 'arguments-callee'
  | 'delete-name'
  | 'duplicate-parameter'
  | 'html-comment'
  | 'legacy-octal'
  | 'mapped-arguments'
  | 'reserved-word'
  | 'with';

/** Something sloppy code may do and strict code may not. */
export interface StrictModeProblem extends SourcePosition {
  readonly kind: StrictModeProblemKind;
}

export interface ModuleFacts {
  /** Names that are read and that nothing in the file declares, sorted. */
  readonly freeReads: readonly string[];
  /** Names that are assigned to and that nothing in the file declares, sorted. */
  readonly undeclaredWrites: readonly string[];
  /** Top-level `var`, `let`, `const`, `function`, `class` and imported names, sorted. */
  readonly topLevelDeclarations: readonly string[];
  /** `import`/`export` declarations at the top level, or `import.meta`. */
  readonly hasEsModuleSyntax: boolean;
  readonly hasExports: boolean;
  /** Uses `require`, `module` or `exports` freely. */
  readonly hasCommonJs: boolean;
  /** Assigns to `module.exports` or `exports`, or lets one of them out of sight. */
  readonly hasCommonJsExports: boolean;
  readonly hasNestedImports: boolean;
  readonly hasTopLevelAwait: boolean;
  readonly hasTopLevelReturn: boolean;
  /** Strict because of `"use strict"` at the top. */
  readonly hasUseStrict: boolean;
  readonly strictModeProblems: readonly StrictModeProblem[];
  /** Of `Npm`, `Assets`, `__dirname`, `__filename`, `global`, `process`, `Buffer`, `require`, `module`, `exports`: those used freely. */
  readonly environmentNames: readonly string[];
  /** Specifiers of `import` and `export … from` at any depth, in order. */
  readonly imports: readonly string[];
  /** Specifiers of `import()` with a literal. */
  readonly dynamicImports: readonly string[];
  /** Specifiers of `require()` with a literal. */
  readonly requires: readonly string[];
  /** Specifiers of `Npm.require()` with a literal. */
  readonly npmRequires: readonly string[];
}

/** A source map, version 3. */
export interface SourceMapObject {
  readonly version: 3;
  readonly file?: string;
  readonly sources: string[];
  readonly sourcesContent: string[];
  readonly names: string[];
  readonly mappings: string;
}

export type { SourceMapInput };

/** `module`: an ES module. `commonjs`: uses `module`/`exports`; may have `import` declarations too, which the bundler takes. */
export type ModuleFormat = 'module' | 'commonjs';

/** Code that only sloppy mode can run, as the CommonJS module that `code` imports under `specifier`. */
export interface SloppyScript {
  /** `bolide:sloppy-script/<display path>` */
  readonly specifier: string;
  /** Text of a `.cjs` file. */
  readonly code: string;
  readonly map: SourceMapObject;
}

export interface TransformResult {
  readonly code: string;
  readonly map: SourceMapObject;
  readonly format: ModuleFormat;
  /** A script that `code` imports; the build writes it beside the bundle's modules, as a file of its own. */
  readonly sloppyScript?: SloppyScript;
  readonly facts: ModuleFacts;
}
