import type { IncomingHttpHeaders } from 'node:http';

/** What the proxies in front of the server say about a request. */
export interface Forwarded {
  /** Addresses of the client and of all proxies but the last, without ports and brackets. */
  readonly addresses: readonly string[];
  /** Protocols by which they were reached, e.g. `https`. */
  readonly protocols: readonly string[];
}

/** More hops than this are not looked at: they are junk. */
const MOST_HOPS = 100;

/** Reads `Forwarded` (RFC 7239) and `X-Forwarded-For`, `X-Forwarded-Proto` and their kin. */
export function readForwarded(headers: IncomingHttpHeaders): Forwarded {
  const addresses: string[] = [];
  const protocols: string[] = [];
  for (const hop of list(headers.forwarded)) {
    for (const pair of hop.split(';')) {
      const equals = pair.indexOf('=');
      const name = pair.slice(0, Math.max(equals, 0)).trim().toLowerCase();
      const value = unquote(pair.slice(equals + 1).trim());
      if (name === 'for') addresses.push(addressOf(value));
      else if (name === 'proto') protocols.push(value.toLowerCase());
    }
  }
  addresses.push(...list(headers['x-forwarded-for']).map((value) => addressOf(value.trim())));
  for (const name of ['x-forwarded-proto', 'x-forwarded-protocol', 'x-forwarded-scheme', 'x-url-scheme']) {
    protocols.push(...list(headers[name]).map((value) => value.trim().toLowerCase()));
  }
  if (headers['x-forwarded-ssl'] === 'on' || headers['front-end-https'] === 'on') protocols.push('https');
  return { addresses, protocols };
}

function list(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',', MOST_HOPS);
}

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

/** `[2001:db8::1]:80` → `2001:db8::1`, `192.0.2.1:80` → `192.0.2.1`. */
function addressOf(node: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(node);
  if (bracketed) return bracketed[1] ?? '';
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(node) ? node.slice(0, node.indexOf(':')) : node;
}
