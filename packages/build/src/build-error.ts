/** A failure that the person who builds can do something about. Printed without a stack trace; exit code 1. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  /** What to do about it, one sentence. */
  readonly remedy: string | undefined;
  /** Code frame or list that belongs below the message. */
  readonly detail: string | undefined;
  constructor(message: string, options: { remedy?: string; detail?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.remedy = options.remedy;
    this.detail = options.detail;
  }
}
