import { Meteor } from '@bolide/meteor/meteor';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { mayUpgrade, requireSsl, STRICT_TRANSPORT_SECURITY } from './require-ssl.js';
import { isForced, makeUrlsSecure } from './secure-urls.js';

makeUrlsSecure();

if (isForced()) {
  WebAppInternals.addRawHandler(requireSsl(() => new URL(Meteor.absoluteUrl()).hostname, strictTransportSecurity()));
  WebAppInternals.addWebSocketGuard(mayUpgrade);
}

/**
 * Setting `packages["force-ssl"].strictTransportSecurity`: the header's value, or `true` for the usual one. Default: no
 * header, as in Meteor, since browsers keep to it long after the package is gone.
 */
function strictTransportSecurity(): string | undefined {
  const setting: unknown = Meteor.settings?.packages?.['force-ssl']?.strictTransportSecurity;
  if (setting === true) return STRICT_TRANSPORT_SECURITY;
  return typeof setting === 'string' ? setting : undefined;
}
