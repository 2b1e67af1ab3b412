import { onMessage } from '@bolide/meteor/inter-process-messaging';
import { Meteor } from '@bolide/meteor/meteor';
import { WebApp, WebAppInternals } from '@bolide/meteor/webapp';
import { readVariable } from '@bolide/runtime';
import { publishVersions } from './publish-versions.js';
import { PublishedVersions } from './published-versions.js';
import type { AutoupdateStatic } from './types.js';

export type * from './types.js';

globalThis.__meteor_runtime_config__ ??= {};
const config = globalThis.__meteor_runtime_config__;
const appId = readVariable('APP_ID') ?? config.appId;

export const Autoupdate: AutoupdateStatic = {
  versions: {},
  autoupdateVersion: null,
  autoupdateVersionRefreshable: null,
  autoupdateVersionCordova: null,
  appId,
  newClientAvailable: () => false,
};

// The same object: it goes to the clients with the page, as it is when the page is made.
config.autoupdate = Autoupdate;
if (appId !== undefined) config.appId = appId;

const published = new PublishedVersions();
/** Ids of documents that clients of old Meteor versions look for; they must reload. */
const OUTDATED_IDS = ['version', 'version-refreshable', 'version-cordova'];

Meteor.startup(() => {
  publishVersions(published, () => Autoupdate.appId);
  updateVersions();
  for (const id of OUTDATED_IDS) published.set(id, { version: 'outdated' });
});

// The process that started this one has replaced client programs.
onMessage('client-refresh', () => refreshClientPrograms());

/** Works out the versions of the programs as they are now, and publishes them once the server listens. */
function updateVersions(): void {
  const forced = readVariable('AUTOUPDATE_VERSION') || Autoupdate.autoupdateVersion;
  const arches = Object.keys(WebApp.clientPrograms);
  for (const arch of arches) {
    Autoupdate.versions[arch] = {
      version: forced || (WebApp.calculateClientHash(arch) ?? ''),
      versionRefreshable: forced || (WebApp.calculateClientHashRefreshable(arch) ?? ''),
      versionNonRefreshable: forced || (WebApp.calculateClientHashNonRefreshable(arch) ?? ''),
      versionReplaceable: forced || (WebApp.calculateClientHashReplaceable(arch) ?? ''),
      ...(WebApp.clientPrograms[arch]?.hmrVersion !== undefined && {
        versionHmr: WebApp.clientPrograms[arch]?.hmrVersion,
      }),
    };
  }
  WebApp.onListening(() => {
    for (const arch of arches) {
      const versions = Autoupdate.versions[arch];
      if (versions) published.set(arch, { ...versions, assets: WebApp.getRefreshableAssets(arch) ?? [] });
    }
  });
}

/** Reads the client programs again and tells the clients. Called when the bundle's programs were replaced. */
export async function refreshClientPrograms(): Promise<void> {
  await WebAppInternals.reloadClientPrograms();
  updateVersions();
  await WebAppInternals.generateBoilerplate();
}
