import { ConfigurationError, currentHost } from '@bolide/runtime';
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
  await hostServer().listen(createApplication(forwardedCountOf(process.env)), listenTargetOf(options));
  callback();
}

/**
 * Serves the app: reads the environment, listens, prints `LISTENING` if METEOR_PRINT_ON_LISTEN is set, and stops
 * gracefully at a stop signal.
 */
export async function listen(webApp: WebAppStatic, prepare: () => void): Promise<'DAEMON'> {
  const options = listenOptionsOf(process.env);
  clientPrograms();
  prepare();
  stopOnSignal();
  await new Promise<void>((resolve, reject) => {
    const listening = webApp.startListening(webApp.httpServer, options, resolve);
    if (listening instanceof Promise) listening.catch(reject);
  });
  if (process.env.METEOR_PRINT_ON_LISTEN) console.log('LISTENING');
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
    // Timers and connections of the app would keep the process.
    process.exit();
  });
}

export function forwardedCountOf(env: NodeJS.ProcessEnv): number {
  const text = env.HTTP_FORWARDED_COUNT?.trim() ?? '';
  if (text === '') return 0;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > 100) {
    throw new ConfigurationError(
      `HTTP_FORWARDED_COUNT is ${JSON.stringify(text)}. Set it to the number of proxies in front of the server, e.g. 1.`,
    );
  }
  return count;
}
