import { type Document, Timestamp } from 'bson';
import { Arguments } from '../commands/arguments.js';
import { MongoError } from '../engine/mongo-error.js';
import type { ChangeToken } from '../engine/types.js';
import { decodeResumeToken, type ResumeToken, TokenKind } from './resume-token.js';
import { justBefore } from './token-order.js';

const KNOWN = new Set([
  'resumeAfter',
  'startAfter',
  'startAtOperationTime',
  'fullDocument',
  'fullDocumentBeforeChange',
  'allChangesForCluster',
  'showExpandedEvents',
  'showRawUpdateDescription',
  'showMigrationEvents',
  'showSystemEvents',
]);
const FULL_DOCUMENT = ['default', 'updateLookup', 'whenAvailable', 'required'] as const;
const BEFORE_CHANGE = ['off', 'whenAvailable', 'required'] as const;

export interface ChangeStreamOptions {
  readonly fullDocument: (typeof FULL_DOCUMENT)[number];
  readonly fullDocumentBeforeChange: (typeof BEFORE_CHANGE)[number];
  readonly showExpandedEvents: boolean;
  readonly allChangesForCluster: boolean;
  readonly start: ChangeStreamStart;
}

/** Where a stream begins. */
export interface ChangeStreamStart {
  /** After this change; `undefined`: now. */
  readonly after: ChangeToken | undefined;
  /** The token that the client resumes from; its change has to be there still. */
  readonly token: ResumeToken | undefined;
}

/** Reads the argument of `$changeStream`. */
export function readChangeStreamOptions(stage: Document): ChangeStreamOptions {
  const args = new Arguments('$changeStream', stage);
  args.only(KNOWN);
  return {
    fullDocument: readChoice(args, 'fullDocument', FULL_DOCUMENT),
    fullDocumentBeforeChange: readChoice(args, 'fullDocumentBeforeChange', BEFORE_CHANGE),
    showExpandedEvents: args.boolean('showExpandedEvents'),
    allChangesForCluster: args.boolean('allChangesForCluster'),
    start: readStart(args),
  };
}

function readChoice<T extends string>(args: Arguments, name: string, choices: readonly [T, ...T[]]): T {
  const value = args.string(name) ?? choices[0];
  if (!(choices as readonly string[]).includes(value)) {
    throw new MongoError(2, `Enumeration value '${value}' for field '$changeStream.${name}' is not a valid value.`);
  }
  return value as T;
}

function readStart(args: Arguments): ChangeStreamStart {
  const given = ['resumeAfter', 'startAfter', 'startAtOperationTime'].filter((name) => args.has(name));
  if (given.length > 1) {
    throw new MongoError(
      40674,
      `Only one type of resume option is allowed, but multiple were found: ${given.join(', ')}`,
    );
  }
  const time = args.get('startAtOperationTime') ?? undefined;
  if (time !== undefined) {
    if (!(time instanceof Timestamp)) {
      throw new MongoError(
        14,
        "BSON field '$changeStream.startAtOperationTime' is the wrong type, expected type 'timestamp'",
      );
    }
    return { after: justBefore({ t: time.t, i: time.i, n: 0 }), token: undefined };
  }
  const resumeAfter = args.document('resumeAfter');
  const document = resumeAfter ?? args.document('startAfter');
  if (!document) return { after: undefined, token: undefined };
  const token = decodeResumeToken(document);
  if (resumeAfter && token.kind === TokenKind.invalidation) {
    throw new MongoError(
      260,
      "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
    );
  }
  return { after: { t: token.t, i: token.i, n: token.n }, token };
}
