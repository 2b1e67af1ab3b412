import type { HostSocket } from '@bolide/host';
import { DDPSocket, type DDPSocketOwner } from './ddp-socket.js';
import type { SocketAcceptor, Transport, TransportOptions } from './transport.js';

/** Milliseconds between heartbeat frames; old clients give up after 60 to 100 seconds of silence. */
const HEARTBEAT_INTERVAL = 45_000;

/** SockJS has a code of its own for "the server closed"; codes below 1000 to 2999 are WebSocket's. */
const GO_AWAY = 3000;

class SockJSSocket extends DDPSocket {
  override send(text: string): void {
    super.send(`a[${JSON.stringify(text)}]`);
  }

  override close(code = GO_AWAY, reason = 'Go away!'): void {
    this.host.send(`c[${code},${JSON.stringify(reason)}]`);
    this.host.close(code < GO_AWAY ? code : 1000, reason);
  }
}

/** The texts in a SockJS frame from a client: a JSON array of strings, or one JSON string. */
function readFrame(frame: string): string[] | undefined {
  if (frame === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return undefined;
  }
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  return undefined;
}

/** `/sockjs/<server>/<session>/websocket`; the two parts in the middle are the client's choice and mean nothing here. */
function matches(path: string): boolean {
  return /^\/sockjs\/[^/.]+\/[^/.]+\/websocket\/?$/.test(path);
}

/** DDP in SockJS frames over WebSocket, for clients that know nothing else. */
export function createSockJSTransport(
  owner: DDPSocketOwner,
  acceptor: SocketAcceptor,
  options: TransportOptions,
): Transport {
  const open = new Set<HostSocket>();
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  return {
    name: 'sockjs',
    matches,
    route: {
      maxMessageSize: options.maxMessageSize,
      maxBufferedAmount: options.maxBufferedAmount,
      compression: options.compression,
      idleTimeout: 0,
      open(host) {
        host.send('o');
        open.add(host);
        heartbeat ??= setInterval(() => {
          for (const each of open) each.send('h');
        }, HEARTBEAT_INTERVAL);
        const socket = new SockJSSocket(host, owner);
        host.data = socket;
        acceptor.accept(socket);
      },
      message(host, data) {
        const socket = host.data as DDPSocket;
        const texts = typeof data === 'string' ? readFrame(data) : undefined;
        if (texts === undefined) {
          socket.close(1007, 'Broken framing.');
          return;
        }
        for (const text of texts) socket.receive(text);
      },
      drain(host) {
        (host.data as DDPSocket | undefined)?.drained();
      },
      close(host) {
        open.delete(host);
        if (open.size === 0) {
          clearInterval(heartbeat);
          heartbeat = undefined;
        }
        (host.data as DDPSocket | undefined)?.closed();
      },
    },
  };
}
