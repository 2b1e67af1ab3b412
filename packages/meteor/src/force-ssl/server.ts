import { Meteor } from '@bolide/meteor/meteor';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { mayUpgrade, requireSsl, STRICT_TRANSPORT_SECURITY } from './require-ssl.js';
import { isForced, makeUrlsSecure } from './secure-urls.js';

makeUrlsSecure();

if (isForced()) {
  WebAppInternals.addRawHandler(requireSsl(() => new URL(Meteor.absoluteUrl()).hostname, strictTransportSecurity()));
  WebAppInternals.addWebSocketGuard(mayUpgrade);
}

/** Setting `packages["force-ssl"].strictTransportSecurity`: the header's value, or `false` for no header. */
function strictTransportSecurity(): string | undefined {
  const setting: unknown = Meteor.settings?.packages?.['force-ssl']?.strictTransportSecurity;
  if (setting === false) return undefined;
  return typeof setting === 'string' ? setting : STRICT_TRANSPORT_SECURITY;
}
