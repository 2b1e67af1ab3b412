import type { RequestInfo } from '@bolide/host';
import { type ConnectionRequest, isLocalConnection, isSslConnection } from '@bolide/meteor/force-ssl-common';
import type { MiddlewareHandler } from '@bolide/meteor/webapp';

/** A year: what browsers remember, so that they do not ask without TLS again. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * Redirects requests without TLS to the same path with it. Connections that do not leave the machine are left alone.
 *
 * Whoever sends the headers of a proxy himself is believed: behind proxies there is no way to tell, and he only
 * deceives himself.
 * @param host gives the name of the server, without a port: that of TLS is not known.
 * @param strictTransportSecurity value of the header sent with TLS; `undefined`: none.
 */
export function requireSsl(host: () => string, strictTransportSecurity: string | undefined): MiddlewareHandler {
  return (req, res, next) => {
    const request = req as unknown as ConnectionRequest;
    if (isSslConnection(request)) {
      if (strictTransportSecurity !== undefined) res.setHeader('Strict-Transport-Security', strictTransportSecurity);
      next();
    } else if (isLocalConnection(request)) {
      next();
    } else {
      const path = req.url?.startsWith('/') ? req.url : '/';
      res.writeHead(302, { Location: `https://${host()}${path}`, 'Access-Control-Allow-Origin': '*' });
      res.end();
    }
  };
}

/** Whether an upgrade may become a WebSocket: a redirect would not help there. */
export function mayUpgrade(info: RequestInfo): boolean {
  if (info.isEncrypted) return true;
  const request = { headers: info.headers, socket: { remoteAddress: info.clientAddress } };
  return isSslConnection(request) || isLocalConnection(request);
}
