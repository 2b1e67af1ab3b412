import { join } from 'node:path';
import { bunCommand, compiled } from '../paths.js';
import type { Measured, Sample } from '../report/results.js';
import type { ServerCommand } from './server-process.js';

export type RuntimeName = 'node' | 'bun';

/** A server that is measured. */
export interface Subject {
  /** Unique within a program, e.g. `bolide-node`. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'bolide' | 'bare' | 'target';
  /** Of a target, nobody knows. */
  readonly runtime?: RuntimeName;
  /** Ids of the bare servers that it is compared with, the one that decides first. */
  readonly beside: readonly string[];
  readonly start: ServerCommand | { readonly url: string; readonly pid?: number };
}

const commandOf = (runtime: RuntimeName): string => (runtime === 'node' ? process.execPath : bunCommand());

export const runtimeTitle = (runtime: RuntimeName): string => (runtime === 'node' ? 'Node' : 'Bun');

/** A bundle on a runtime. With the app's name, where a program measures more than one app. */
export const bundleOn = (
  bundle: string,
  runtime: RuntimeName,
  beside: readonly string[],
  app?: { readonly id: string; readonly title: string },
): Subject => ({
  id: app === undefined ? `bolide-${runtime}` : `${app.id}-${runtime}`,
  title: `${app?.title ?? 'Bolide'} on ${runtimeTitle(runtime)}`,
  kind: 'bolide',
  runtime,
  beside,
  start: { command: commandOf(runtime), argv: [join(bundle, 'index.mjs')] },
});

/** One of the servers in `bare/`. */
export const bareServer = (
  file: string,
  runtime: RuntimeName,
  title: string,
  env: Readonly<Record<string, string>> = {},
): Subject => ({
  id: file,
  title,
  kind: 'bare',
  runtime,
  beside: [],
  start: { command: commandOf(runtime), argv: [compiled(`bare/${file}.js`)], env },
});

export const measuredOf = ({ id, title, kind, runtime, beside }: Subject, samples: readonly Sample[]): Measured => ({
  id,
  title,
  kind,
  ...(runtime !== undefined && { runtime }),
  beside,
  samples,
});
