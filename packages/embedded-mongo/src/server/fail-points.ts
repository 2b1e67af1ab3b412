import type { Document } from 'bson';
import { Arguments, isDocument, toNumber } from '../commands/arguments.js';
import { MongoError } from '../engine/mongo-error.js';
import type { ConnectionState } from './connection-state.js';

const NAMES: ReadonlySet<string> = new Set([
  /** Before the commands that are listed. */
  'failCommand',
  /** In a getMore that has found its cursor. */
  'failGetMoreAfterCursorCheckout',
  /** In a retryable write, before or after it is done. */
  'onPrimaryTransactionalWrite',
]);

/** What is to go wrong, and when. */
interface FailPoint {
  readonly data: Document;
  remaining: number;
  skip: number;
}

/** What to do to one command. */
export interface PlannedFailure {
  /** Milliseconds to wait before anything else. */
  readonly delay: number;
  /** The connection ends without an answer. */
  readonly closes: boolean;
  readonly error: MongoError | undefined;
  /** Put into the reply of a command that is run. */
  readonly writeConcernError: Document | undefined;
  readonly labels: string[] | undefined;
}

/**
 * Errors on demand, as MongoDB has them for the tests of drivers. A server has them only if it is started for tests.
 */
export class FailPoints {
  readonly #points = new Map<string, FailPoint>();

  /** Sets what `configureFailPoint` says. */
  configure(args: Arguments): void {
    const name = args.string('configureFailPoint') ?? '';
    if (!NAMES.has(name)) throw new MongoError(2, `There is no fail point by the name '${name}'`);
    const mode = args.get('mode');
    if (mode === 'off') {
      this.#points.delete(name);
      return;
    }
    this.#points.set(name, {
      data: args.document('data') ?? {},
      remaining: isDocument(mode) ? (toNumber(mode.times) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
      skip: isDocument(mode) ? (toNumber(mode.skip) ?? 0) : 0,
    });
  }

  /** What is to happen before a command. */
  planFor(command: string, connection: ConnectionState): PlannedFailure | undefined {
    const data = this.#points.get('failCommand')?.data;
    const commands = data && new Arguments('data', data).array('failCommands');
    if (!commands?.includes(command)) return undefined;
    if (data?.appName !== undefined && data.appName !== connection.client?.application?.name) return undefined;
    return this.#reach('failCommand');
  }

  /** What is to happen in a getMore. */
  planForGetMore(): PlannedFailure | undefined {
    return this.#reach('failGetMoreAfterCursorCheckout');
  }

  /** What is to happen before a retryable write is done, or after. */
  planForRetryableWrite(moment: 'before' | 'after'): PlannedFailure | undefined {
    const data = this.#points.get('onPrimaryTransactionalWrite')?.data;
    if (!data) return undefined;
    const code = toNumber(data.failBeforeCommitExceptionCode);
    if ((code === undefined) !== (moment === 'after')) return undefined;
    const plan = this.#reach('onPrimaryTransactionalWrite');
    return (
      plan && {
        ...plan,
        closes: data.closeConnection !== false,
        error: code === undefined ? undefined : planned(code, undefined),
      }
    );
  }

  /** Counts that a place was reached. */
  #reach(name: string): PlannedFailure | undefined {
    const point = this.#points.get(name);
    if (!point) return undefined;
    if (point.skip > 0) {
      point.skip -= 1;
      return undefined;
    }
    if (point.remaining <= 0) return undefined;
    point.remaining -= 1;
    const { data } = point;
    const code = toNumber(data.errorCode);
    const labels = Array.isArray(data.errorLabels) ? data.errorLabels.map(String) : undefined;
    return {
      delay: data.blockConnection === true ? (toNumber(data.blockTimeMS) ?? 0) : 0,
      closes: data.closeConnection === true,
      error: code === undefined ? undefined : planned(code, labels),
      writeConcernError: isDocument(data.writeConcernError) ? data.writeConcernError : undefined,
      labels,
    };
  }
}

function planned(code: number, labels: string[] | undefined): MongoError {
  return new MongoError(code, "Failing command via 'failCommand' failpoint", labels ? { errorLabels: labels } : {});
}
