// The thread of the embedded database: a module of its own, so that a bundler puts it into a file of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { MongoError, type ServerOptions, startEmbeddedMongo } from '@bolide/embedded-mongo';

/** Speaks with `startEmbeddedMongo` in the main thread, as `@bolide/embedded-mongo/worker` does. */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  try {
    const server = await startEmbeddedMongo({ ...(workerData as ServerOptions), worker: false });
    port.on('message', async (order: { kind: string }) => {
      if (order.kind !== 'stop') return;
      await server.stop();
      port.postMessage({ kind: 'stopped' });
      port.close();
    });
    port.postMessage({ kind: 'listening', uri: server.uri });
  } catch (error) {
    port.postMessage({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof MongoError ? error.code : undefined,
    });
    port.close();
  }
}

if (parentPort) void serve(parentPort);
