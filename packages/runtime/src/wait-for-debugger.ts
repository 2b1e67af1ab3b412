import { readVariable } from './read-environment.js';

/**
 * METEOR_INSPECT_BRK: opens the inspector, waits until a debugger is there, and stops at the `debugger` statement below,
 * before any package has run. Where that is not possible, a line says what to use instead.
 */
export function waitForDebugger(): void {
  const address = readVariable('METEOR_INSPECT_BRK');
  if (!address) return;
  if (process.versions.bun) {
    console.error('METEOR_INSPECT_BRK has no effect on Bun. Start the server with: bun --inspect-brk index.mjs');
    return;
  }
  const inspector = process.getBuiltinModule('node:inspector');
  // Already open: somebody started Node with --inspect.
  if (inspector.url() === undefined) inspector.open(address.port, address.host ?? '127.0.0.1');
  inspector.waitForDebugger();
  // biome-ignore lint/suspicious/noDebugger: this is where the debugger stops
  debugger;
}
