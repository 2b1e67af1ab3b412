import { type Document, ObjectId } from 'bson';
import { Arguments } from '../commands/arguments.js';
import { dispatch } from '../commands/dispatch.js';
import type { ConnectionState } from './connection-state.js';
import type { ServerState } from './server-state.js';

/** Whether a hello asks for further replies whenever the topology changes, or after a time. */
export function isStreamedHello(body: Document): boolean {
  const isHello = 'hello' in body || 'ismaster' in body || 'isMaster' in body;
  return isHello && 'topologyVersion' in body && 'maxAwaitTimeMS' in body;
}

/**
 * Answers such a hello: as the topology never changes, once per `maxAwaitTimeMS`, until the client goes away or the
 * server ends its connection.
 */
export async function streamHello(
  body: Document,
  connection: ConnectionState,
  server: ServerState,
  send: (reply: Document) => Promise<void> | void,
): Promise<void> {
  let current = isCurrent(body, server);
  const interval = new Arguments('hello', body).count('maxAwaitTimeMS') ?? 10_000;
  while (!connection.closed.aborted) {
    if (current) await pause(Math.min(Math.max(interval, 10), 60_000), connection.closed);
    if (connection.closed.aborted) return;
    current = true;
    await send(await dispatch(body, connection, server));
  }
}

/** Whether the client knows the topology of this start of the server, and not of an earlier one. */
function isCurrent(body: Document, server: ServerState): boolean {
  const processId = (body.topologyVersion as Document | null)?.processId;
  return processId instanceof ObjectId && processId.equals(server.identity.processId);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    timer.unref();
    signal.addEventListener('abort', finish, { once: true });
  });
}
