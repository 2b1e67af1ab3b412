/** What others need to know of the connections of this program. */
export interface OpenConnection {
  _allSubscriptionsReady(): boolean;
  _maybeMigrate(): void;
}

/** The connections that `DDP.connect` has made and that are not closed for good. */
export const openConnections = new Set<OpenConnection>();
