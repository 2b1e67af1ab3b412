import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildHello } from './hello-bundle.js';

/** Builds examples/hello once for all system tests. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bolide-hello-'));
  provide('helloBundle', await buildHello(folder));
  return () => rm(folder, { recursive: true, force: true });
}
