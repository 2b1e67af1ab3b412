/** How values of environment variables are read. Each function throws an Error that says what the value must be. */

const off = new Set(['', '0', 'false', 'no', 'off']);

/** On for anything but the usual words for off. */
export function flag(value: string): boolean {
  return !off.has(value.trim().toLowerCase());
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const text = value.trim();
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
}

export function text(value: string): string {
  return value.trim();
}

/** An `http:` or `https:` URL, as it was written. */
export function httpUrl(value: string): string {
  return url(value, ['http:', 'https:'], 'a URL that begins with http:// or https://, e.g. https://www.example.com');
}

/** Where DDP is spoken: an HTTP or WebSocket URL. */
export function ddpUrl(value: string): string {
  return url(
    value,
    ['http:', 'https:', 'ws:', 'wss:'],
    'a URL that begins with http://, https://, ws:// or wss://, e.g. https://ddp.example.com',
  );
}

function url(value: string, protocols: readonly string[], expected: string): string {
  const trimmed = value.trim();
  if (!URL.canParse(trimmed)) throw new Error(expected);
  const { protocol, hostname } = new URL(trimmed);
  if (!protocols.includes(protocol) || hostname === '') throw new Error(expected);
  return trimmed;
}

/** File permissions in octal: `660`. */
export function permissions(value: string): number {
  if (!/^[0-7]{3}$/.test(value.trim())) throw new Error('three octal digits, e.g. 660');
  return Number.parseInt(value.trim(), 8);
}

/** An IP address, or the name of one. */
export function address(value: string): string {
  const trimmed = value.trim();
  if (!/^[\w.:%-]+$/.test(trimmed)) throw new Error('an IP address or a host name, e.g. 127.0.0.1');
  return trimmed;
}

/** Where a debugger connects: a port, `host:port`, or a word for on. */
export function inspectorAddress(value: string): { host?: string; port: number } | undefined {
  if (!flag(value)) return undefined;
  const match = /^(?:(?<host>[\w.-]+|\[[\da-f:]+\]):)?(?<port>\d{1,5})$/i.exec(value.trim());
  const port = Number(match?.groups?.port ?? 9229);
  // `1` and `true` only turn it on.
  if (!match) return { port: 9229 };
  if (port > 65535) throw new Error('a port, host:port, or 1');
  const host = match.groups?.host;
  return { port: port === 1 && host === undefined ? 9229 : port, ...(host !== undefined && { host }) };
}

/** JSON: `false` or `null` for off; anything else for on. */
export function jsonSwitch(value: string): boolean {
  try {
    return Boolean(JSON.parse(value));
  } catch {
    throw new Error('JSON: false for off, true for on');
  }
}

/** JSON of any kind, kept as text. */
export function jsonText(value: string): string {
  try {
    JSON.parse(value);
  } catch {
    throw new Error('valid JSON');
  }
  return value;
}
