import { currentHost, readEnvironment, requireRootUrl } from '@bolide/runtime';
import { createApplication } from './application.js';
import { clientPrograms } from './client-programs.js';
import { hostServer } from './http-server.js';
import { listenOptionsOf, listenTargetOf } from './listen-target.js';
import type { ListenOptions, WebAppStatic } from './types.js';

let waiting: (() => void)[] | undefined = [];

export function onListening(callback: () => void): void {
  if (waiting) waiting.push(callback);
  else callback();
}

/** The default of `WebApp.startListening`. */
export async function startListening(_server: unknown, options: ListenOptions, callback: () => void): Promise<void> {
  await hostServer().listen(createApplication(readEnvironment().HTTP_FORWARDED_COUNT), listenTargetOf(options));
  callback();
}

/**
 * Serves the app: reads the environment, listens, prints `LISTENING` if METEOR_PRINT_ON_LISTEN is set, and stops
 * gracefully at a stop signal.
 */
export async function listen(webApp: WebAppStatic, prepare: () => void): Promise<'DAEMON'> {
  const environment = readEnvironment();
  requireRootUrl();
  const options = listenOptionsOf(environment);
  clientPrograms();
  prepare();
  stopOnSignal();
  await new Promise<void>((resolve, reject) => {
    const listening = webApp.startListening(webApp.httpServer, options, resolve);
    if (listening instanceof Promise) listening.catch(reject);
  });
  if (environment.METEOR_PRINT_ON_LISTEN) console.log('LISTENING');
  const callbacks = waiting ?? [];
  waiting = undefined;
  for (const callback of callbacks) callback();
  return 'DAEMON';
}

function stopOnSignal(): void {
  currentHost().onStopSignal(async () => {
    try {
      await hostServer().stop();
    } catch (error) {
      console.error('Error while stopping:', error);
    }
    // What the ends of connections have deferred: `onClose`, `onStop`.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    // Timers and connections of the app would keep the process.
    process.exit();
  });
}
