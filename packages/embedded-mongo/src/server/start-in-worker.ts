import { Worker } from 'node:worker_threads';
import { MongoError } from '../engine/mongo-error.js';
import type { RunningServer, ServerOptions } from './start-server.js';
import type { WorkerOrder, WorkerReport } from './worker-messages.js';

/**
 * Runs the server in a thread of its own, so that long queries do not hold up whoever starts it.
 * @param entry the module of the thread
 * @param onFailure told if the thread ends though nobody has stopped it
 * @throws what the server throws when it starts
 */
export async function startInWorker(
  entry: URL,
  options: ServerOptions,
  onFailure: (error: Error) => void,
): Promise<RunningServer> {
  const worker = new Worker(entry, { workerData: options, name: 'embedded-mongo' });
  let stopping = false;
  let failure: Error | undefined;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error: Error) => {
    failure ??= error;
  });
  const uri = await new Promise<string>((resolve, reject) => {
    worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'listening') resolve(report.uri);
      else if (report.kind === 'failed') reject(asError(report));
    });
    ended.then(() => reject(failure ?? new Error('The thread of the embedded database has ended')));
  });
  ended.then(() => {
    if (!stopping) onFailure(failure ?? new Error('The thread of the embedded database has ended'));
  });
  return {
    uri,
    async stop() {
      if (!stopping) {
        stopping = true;
        worker.postMessage({ kind: 'stop' } satisfies WorkerOrder);
      }
      await ended;
    },
  };
}

function asError({ code, message }: Extract<WorkerReport, { kind: 'failed' }>): Error {
  return code === undefined ? new Error(message) : new MongoError(code, message);
}
