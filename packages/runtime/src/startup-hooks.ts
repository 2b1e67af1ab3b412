import type { StartupHook } from './globals.js';

/**
 * `Meteor.startup` on the server: the hook waits for the others before it; once they have all run (or when there is no
 * bundle that boots), it runs at once.
 */
export function onStartup(hook: StartupHook): void {
  const hooks = globalThis.__meteor_bootstrap__?.startupHooks;
  if (hooks) hooks.push(hook);
  else hook();
}

/** Runs the hooks one after the other, awaiting each; hooks added meanwhile go to the end. */
export async function runStartupHooks(): Promise<void> {
  const bootstrap = globalThis.__meteor_bootstrap__;
  if (!bootstrap?.startupHooks) return;
  for (let hook = bootstrap.startupHooks.shift(); hook; hook = bootstrap.startupHooks.shift()) await hook();
  bootstrap.startupHooks = null;
}
