/** Hashes of what clients of one arch load. With AUTOUPDATE_VERSION all of them are that. */
export interface AutoupdateVersions {
  /** Of everything. */
  version: string;
  /** Of what can change without a reload of the page: style sheets. */
  versionRefreshable: string;
  /** Of the rest: when it changes, pages must be reloaded. */
  versionNonRefreshable: string;
  /** Of what hot module replacement may replace. */
  versionReplaceable: string;
  versionHmr?: unknown;
}

/** A document of the collection that the server publishes; its id is the arch. */
export interface ClientVersionDocument extends Partial<AutoupdateVersions> {
  readonly _id: string;
  /** The style sheets of the version. */
  assets?: readonly { readonly url: string }[];
}

/** Name of the publication and of its collection. Its argument: the `appId` of the client, or nothing. */
export const CLIENT_VERSIONS = 'meteor_autoupdate_clientVersions';

export interface AutoupdateStatic {
  /** Server: by arch; sent to clients with the page. */
  versions: Record<string, AutoupdateVersions>;
  /** Server: used instead of all hashes if set before startup. AUTOUPDATE_VERSION goes before. */
  autoupdateVersion: string | null;
  autoupdateVersionRefreshable: string | null;
  autoupdateVersionCordova: string | null;
  appId: string | undefined;
  /** Client: whether the server has a newer client than this one. A reactive source. On the server always false. */
  newClientAvailable(): boolean;
  /** Client: subscribes to the versions. */
  _retrySubscription?(): void;
  /** Client: the versions that the server told of. */
  _clientVersions?: unknown;
}
