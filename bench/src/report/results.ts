import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuntimeName } from '../servers/subject.js';
import type { Environment } from './environment.js';

/** Something that is measured of a server. */
export interface Metric {
  /** Its name in {@link Sample}. */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly better: 'more' | 'less';
  /** Decimals that mean something. */
  readonly decimals: number;
  /** How servers are compared; without it they are not. */
  readonly compare?: 'ratio' | 'difference';
}

/** What one round gave, by metric. Absent: it cannot be told, e.g. the CPU time of a server elsewhere. */
export type Sample = Readonly<Record<string, number | undefined>>;

export interface Measured {
  readonly id: string;
  readonly title: string;
  readonly kind: 'bolide' | 'bare' | 'target';
  readonly runtime?: RuntimeName;
  /** Ids of the servers that it is compared with, the one that decides first. */
  readonly beside: readonly string[];
  /** One per round, in their order. */
  readonly samples: readonly Sample[];
  /** In most rounds the load generator could not go faster: what it counted is what it can do, not what the server can. */
  readonly generatorWasTheLimit?: boolean;
}

export interface Case {
  readonly name: string;
  /** What is done, in a few words. */
  readonly title: string;
  readonly servers: readonly Measured[];
}

/** The file `<program>.json`. */
export interface Results {
  readonly program: string;
  readonly quick: boolean;
  readonly rounds: number;
  /** Milliseconds. */
  readonly window: number;
  readonly environment: Environment;
  /** The one that decides first. */
  readonly metrics: readonly Metric[];
  readonly cases: readonly Case[];
}

export async function writeResults(folder: string, results: Results): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${results.program}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

/** `undefined` if the program has not run yet. */
export async function readResults(folder: string, program: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, `${program}.json`), 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
