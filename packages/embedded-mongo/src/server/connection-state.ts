import type { Document } from 'bson';

/** What commands know about, and keep for, the connection that they came on. */
export interface ConnectionState {
  readonly id: number;
  /** `address:port` of the peer, or the path of the Unix socket. */
  readonly remote: string;
  /** Aborted when the connection is gone: whatever waits on its behalf ends. */
  readonly closed: AbortSignal;
  /** Ends the connection at once. */
  end(): void;
  /** What the driver told about itself in its first hello. */
  client: Document | undefined;
  /** The user who has logged in. */
  user: { readonly name: string; readonly database: string } | undefined;
  /** A SCRAM conversation under way. */
  conversation: unknown;
  /** Whether the speaker of a hello has said `helloOk`. */
  helloOk: boolean;
}
