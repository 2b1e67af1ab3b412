import type { Document } from 'bson';
import { toNumber } from './arguments.js';
import type { CommandRequest } from './command.js';

/** Keeps a retryable write's statements from being applied twice. */
export class RetryableStatements {
  readonly #request: CommandRequest;
  readonly #first: number;
  readonly #listed: readonly unknown[] | undefined;
  readonly #active: boolean;
  readonly retried: number[] = [];

  constructor(request: CommandRequest) {
    const { args, session, transaction } = request;
    this.#request = request;
    this.#active = session !== undefined && transaction === undefined && args.has('txnNumber');
    this.#listed = args.array('stmtIds');
    this.#first = args.integer('stmtId') ?? 0;
  }

  /** What the statement at `index` answered before, if this is a retry of it. */
  earlierResult(index: number): Document | undefined {
    if (!this.#active) return undefined;
    const id = this.#id(index);
    const result = this.#request.session?.resultOf(id);
    if (result) this.retried.push(id);
    return result;
  }

  remember(index: number, result: Document): void {
    if (this.#active) this.#request.session?.remember(this.#id(index), result);
  }

  /** Whether statements are to be remembered at all. */
  get active(): boolean {
    return this.#active;
  }

  /** To put into the reply. */
  replyFields(): Document {
    return this.retried.length > 0 ? { retriedStmtIds: this.retried } : {};
  }

  #id(index: number): number {
    const listed = this.#listed?.[index];
    return (listed === undefined ? undefined : toNumber(listed)) ?? this.#first + index;
  }
}
