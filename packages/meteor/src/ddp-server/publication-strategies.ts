/** How the server handles what publications send of one collection. */
export interface PublicationStrategy {
  /** Count the publications of a document without keeping its fields. */
  readonly useDummyDocumentView: boolean;
  /** Keep a view of the collection per session. */
  readonly useCollectionView: boolean;
  /** Remember which documents each subscription has sent, to remove them when it stops. */
  readonly doAccountingForCollection: boolean;
}

export type PublicationStrategyName = 'SERVER_MERGE' | 'NO_MERGE' | 'NO_MERGE_NO_HISTORY' | 'NO_MERGE_MULTI';

export const publicationStrategies: Readonly<Record<PublicationStrategyName, PublicationStrategy>> = {
  /** The default: the server keeps what each client has and sends only differences. */
  SERVER_MERGE: { useDummyDocumentView: false, useCollectionView: true, doAccountingForCollection: true },
  /** Everything is sent as it comes and forgotten; nothing is removed at the end. For send-and-forget queues. */
  NO_MERGE_NO_HISTORY: { useDummyDocumentView: false, useCollectionView: false, doAccountingForCollection: false },
  /** Only identifiers are remembered. For collections that one publication at a time sends. */
  NO_MERGE: { useDummyDocumentView: false, useCollectionView: false, doAccountingForCollection: true },
  /** As NO_MERGE, for collections that several publications send: a document goes when the last one removes it. */
  NO_MERGE_MULTI: { useDummyDocumentView: true, useCollectionView: true, doAccountingForCollection: true },
};
