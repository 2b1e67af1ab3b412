import { check, Match } from '@bolide/meteor/check';
import { Meteor } from '@bolide/meteor/meteor';
import type { PublishedVersions } from './published-versions.js';
import { CLIENT_VERSIONS } from './types.js';

interface Publication {
  added(collection: string, id: string, fields: object): void;
  changed(collection: string, id: string, fields: object): void;
  onStop(callback: () => void): void;
  ready(): void;
}

/** `Meteor.publish`, as far as it is needed here. */
type Publish = (
  name: string,
  handler: (this: Publication, appId: unknown) => unknown,
  options: { is_auto: boolean },
) => void;

/** Publishes the versions. `appId` gives the server's id; clients of another app with the same address get nothing. */
export function publishVersions(versions: PublishedVersions, appId: () => string | undefined): void {
  // Without ddp-server there is nothing to publish with, and nobody to publish to.
  const { publish } = Meteor as { publish?: Publish };
  publish?.(
    CLIENT_VERSIONS,
    function (clientAppId) {
      check(clientAppId, Match.OneOf(String, undefined, null));
      const ours = appId();
      if (ours && clientAppId && ours !== clientAppId) return [];
      const stop = versions.watch((id, fields, isNew) => {
        if (isNew) this.added(CLIENT_VERSIONS, id, fields);
        else this.changed(CLIENT_VERSIONS, id, fields);
      });
      this.onStop(stop);
      this.ready();
      return undefined;
    },
    { is_auto: true },
  );
}
