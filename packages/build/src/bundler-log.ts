import { stripVTControlCharacters } from 'node:util';
import type { LogLevel, RolldownLog } from 'rolldown';
import { BuildError } from './build-error.js';
import type { Reporter } from './options.js';

type Handler = (level: LogLevel, log: RolldownLog) => void;

/** Warnings are details for `--verbose`; an import that leads nowhere is an error that names the importer. */
export function bundlerLog(reporter: Reporter | undefined, fallback: Handler): Handler {
  return (level, log) => {
    if (log.code === 'UNRESOLVED_IMPORT') {
      const importer = log.id ?? 'the app';
      const source =
        /Could not resolve '([^']+)'/.exec(stripVTControlCharacters(log.message))?.[1] ?? log.exporter ?? '';
      throw unresolvedImport(source, importer);
    }
    if (level === 'warn') reporter?.detail(stripVTControlCharacters(log.message));
    else if (level !== 'debug' && level !== 'info') fallback(level, log);
  };
}

export function unresolvedImport(source: string, importer: string): BuildError {
  return new BuildError(`Cannot find "${source}", imported by ${importer}.`, {
    remedy:
      source.startsWith('.') || source.startsWith('/')
        ? 'Correct the path or add the file.'
        : `Run "npm install ${packageNameOf(source)}" in the app.`,
  });
}

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
