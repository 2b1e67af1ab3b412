import type { HostSocket, RequestInfo } from '@bolide/host';

export function fakeRequest(url = '/websocket', headers: Record<string, string> = {}): RequestInfo {
  const [path = '/', query = ''] = url.split('?');
  return {
    method: 'GET',
    path,
    query,
    url,
    header: (name) => headers[name],
    headers,
    clientAddress: '127.0.0.1',
    isEncrypted: false,
  };
}

/** A host's socket that keeps what is sent. */
export class FakeHostSocket implements HostSocket {
  readonly request: RequestInfo;
  data: unknown;
  bufferedAmount = 0;
  isOpen = true;
  sent: string[] = [];
  closeCode: number | undefined;
  /** Set by who drives the socket: the host tells the route of the close later, as real hosts do. */
  onClosed: (() => void) | undefined;

  constructor(request: RequestInfo = fakeRequest()) {
    this.request = request;
  }

  send(data: string | Uint8Array): void {
    if (this.isOpen) this.sent.push(String(data));
  }

  close(code = 1000): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.closeCode = code;
    setTimeout(() => this.onClosed?.(), 0);
  }

  terminate(): void {
    this.close(1006);
  }
}
