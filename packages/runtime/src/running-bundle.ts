import { resolve } from 'node:path';
import type { Manifest } from '@bolide/bundle';

/** The bundle that this process runs. Without one (unit tests, plain Node scripts) `manifest` is undefined. */
export interface RunningBundle {
  /** Absolute path of the bundle's folder. */
  readonly directory: string;
  readonly manifest: Manifest;
}

let running: RunningBundle | undefined;

/** Called once by the bundle's first module. */
export function openBundle(bundle: RunningBundle): void {
  running = { ...bundle, directory: resolve(bundle.directory) };
}

export function runningBundle(): RunningBundle | undefined {
  return running;
}
