/**
 * The address of the DDP WebSocket of a Meteor app.
 *
 * @param url `http(s)://…`, `ws(s)://…`, `ddp+sockjs://…` (TLS) and `ddpi+sockjs://…` (plain), a host such as
 *   `localhost:3000`, or a path such as `/`, which is taken relative to the site's root, as Meteor does even when the
 *   site is deployed under a path.
 * @param siteRoot the absolute address of the site's root, with the path prefix if there is one.
 * @throws Error when no address can be made of it.
 */
export function toWebsocketUrl(url: string, siteRoot: string): string {
  const address = parse(url, siteRoot);
  if (!/\/websocket\/?$/.test(address.pathname)) {
    address.pathname = `${address.pathname.replace(/\/$/, '')}/websocket`;
  }
  // A WebSocket refuses an address with a fragment.
  address.hash = '';
  return address.href;
}

const SCHEMES: Readonly<Record<string, string>> = {
  'http:': 'ws:',
  'https:': 'wss:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};

function parse(url: string, siteRoot: string): URL {
  const sockjs = /^ddp(i?)\+sockjs:\/\/([^/?#]*)(.*)$/.exec(url);
  let text: string;
  if (sockjs) {
    // `*` in the host stands for a random digit: such apps spread their connections over several host names.
    const host = (sockjs[2] ?? '').replace(/\*/g, () => String(Math.floor(Math.random() * 10)));
    // The raw WebSocket stands beside the SockJS endpoint that the address names.
    text = `${sockjs[1] === 'i' ? 'ws' : 'wss'}://${host}${(sockjs[3] ?? '').replace(/\/sockjs\/?$/, '/')}`;
  } else if (url.startsWith('/')) {
    text = `${siteRoot.replace(/\/$/, '')}${url}`;
  } else if (/^[a-z][a-z\d+.-]*:\/\//i.test(url)) {
    text = url;
  } else {
    text = `ws://${url}`;
  }
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    throw new Error(`Not the address of a Meteor app: ${JSON.stringify(url)}. Use a form like https://app.example.com`);
  }
  const scheme = SCHEMES[address.protocol];
  if (!scheme) {
    throw new Error(
      `DDP cannot connect to ${JSON.stringify(url)}: the scheme is ${address.protocol}// instead of http, https, ws or wss`,
    );
  }
  address.protocol = scheme;
  return address;
}
