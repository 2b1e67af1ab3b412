import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildHello } from './hello-bundle.js';
import { buildProbe } from './probe-bundle.js';

/** Builds the apps that all system tests share, once. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bolide-system-'));
  const [hello, probe] = await Promise.all([buildHello(join(folder, 'hello')), buildProbe(join(folder, 'probe'))]);
  provide('helloBundle', hello);
  provide('probeBundle', probe);
  return () => rm(folder, { recursive: true, force: true });
}
