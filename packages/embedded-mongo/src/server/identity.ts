import { ObjectId } from 'bson';

/** The version of MongoDB whose behaviour the server takes for its own. */
export const MONGODB_VERSION = '8.0.0';
export const MONGODB_VERSION_ARRAY = [8, 0, 0, 0] as const;

/** Wire versions of MongoDB up to 8.0. */
export const MIN_WIRE_VERSION = 0;
export const MAX_WIRE_VERSION = 25;

export const SESSION_TIMEOUT_MINUTES = 30;

/** How the server presents itself: the only member, and so the primary, of a replica set. */
export interface Identity {
  readonly setName: string;
  /** Where clients reach it, as a connection string names it. */
  readonly host: string;
  /** Another one after each start, so that clients see that the server is a new one. */
  readonly processId: ObjectId;
  readonly electionId: ObjectId;
  readonly startedAt: Date;
}

export function createIdentity(host: string, setName: string): Identity {
  return {
    setName,
    host,
    processId: new ObjectId(),
    // Clients ignore a primary whose election is older than one they have seen; the time makes each start's greater.
    electionId: new ObjectId(`7fffffff${Math.floor(Date.now()).toString(16).padStart(16, '0')}`),
    startedAt: new Date(),
  };
}
