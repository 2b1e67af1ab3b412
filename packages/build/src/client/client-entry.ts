import { PACKAGE } from '../link/specifiers.js';
import type { Arch, Project, ProjectPackage } from '../project/types.js';
import { visibleSymbols } from '../project/visible-symbols.js';

export const CLIENT_GLOBALS = 'bolide:client-globals';
/** Globals that npm code takes for granted; evaluated before everything else. */
export const CLIENT_ENVIRONMENT = 'bolide:client-environment';
/** Startup hooks wait until every module has been evaluated, those with top-level await among them. */
export const HOLD_STARTUP = 'bolide:hold-startup';
export const BODY_ATTRIBUTES = 'bolide:body-attributes';

const STYLE_SHEET = /\.(?:css|less|s[ac]ss)$/;

/** The client's entry: packages and eager style sheets first, then the app. */
export function clientEntryModule(project: Project, arch: Arch, packages: readonly ProjectPackage[]): string {
  const sources = project.sources[arch];
  const files = sources.main === undefined ? sources.eager : [sources.main];
  const packageStyles = packages.flatMap((pkg) =>
    pkg.kind === 'source'
      ? pkg.files.filter((file) => file.arches.includes(arch) && STYLE_SHEET.test(file.file)).map(({ file }) => file)
      : [],
  );
  const imports = [
    CLIENT_ENVIRONMENT,
    HOLD_STARTUP,
    ...packages.map((pkg) => PACKAGE + pkg.name),
    CLIENT_GLOBALS,
    BODY_ATTRIBUTES,
    ...packageStyles,
    ...sources.styles,
    ...files,
  ];
  return [
    ...imports.map((specifier) => `import ${JSON.stringify(specifier)};`),
    `import { releaseStartup } from ${JSON.stringify(HOLD_STARTUP)};`,
    'releaseStartup();',
    '',
  ].join('\n');
}

/** What Meteor's clients have of Node's `process`; also `global`, for code that asks the window for it. */
export const clientEnvironmentModule = (
  mode: 'production' | 'development',
): string => `globalThis.global ??= globalThis;
globalThis.process ??= {};
process.platform ??= 'browser';
process.browser ??= true;
process.env ??= {};
process.env.NODE_ENV ??= ${JSON.stringify(mode)};
process.nextTick ??= (callback, ...values) => queueMicrotask(() => callback(...values));
`;

export const holdStartupModule = (): string =>
  "import { holdStartup } from '@bolide/meteor/core-runtime';\nexport const releaseStartup = holdStartup();\n";

/**
 * In a browser the app's package symbols are globals, as in Meteor: consoles, inline scripts and end-to-end tests
 * rely on `Meteor` there.
 */
export function clientGlobalsModule(project: Project, arch: Arch): string {
  const lines: string[] = [];
  const names: string[] = [];
  for (const [name, pkg] of [...visibleSymbols(project, 'app', arch)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === 'global') continue;
    lines.push(`import { ${name} } from ${JSON.stringify(PACKAGE + pkg)};`);
    names.push(name);
  }
  lines.push(`Object.assign(globalThis, { ${names.join(', ')} });`, '');
  return lines.join('\n');
}

/** Attributes of the app's `<body>` elements; set by script, as Meteor's `static-html` does it. */
export const bodyAttributesModule = (attributes: Readonly<Record<string, string>>): string =>
  `${Object.entries(attributes)
    .map(([name, value]) => `document.body.setAttribute(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')}export {};\n`;
