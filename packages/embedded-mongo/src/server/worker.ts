// The entry of the worker thread: serves until it is told to stop.
import { parentPort, workerData } from 'node:worker_threads';
import { MongoError } from '../engine/mongo-error.js';
import { type RunningServer, type ServerOptions, startServer } from './start-server.js';
import type { WorkerOrder, WorkerReport } from './worker-messages.js';

const port = parentPort;
if (!port) throw new Error('This module is the worker thread of the embedded database; start it by startEmbeddedMongo');

function report(message: WorkerReport): void {
  port?.postMessage(message);
}

try {
  const server: RunningServer = await startServer(workerData as ServerOptions);
  port.on('message', async (order: WorkerOrder) => {
    if (order.kind !== 'stop') return;
    await server.stop();
    report({ kind: 'stopped' });
    port.close();
  });
  report({ kind: 'listening', uri: server.uri });
} catch (error) {
  report({
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
    code: error instanceof MongoError ? error.code : undefined,
  });
  port.close();
}
