import { Meteor, type MeteorError } from '@bolide/meteor/meteor';

/** What `check` throws for a value that does not match. */
export class MatchError extends Error {
  readonly errorType = 'Match.Error';
  /** Where the mismatch is, e.g. `vals[3].entity.created`; empty for the value itself. */
  path = '';
  #sanitizedError: MeteorError | undefined;

  /** @param reason What follows `Match error: ` in the message. */
  constructor(reason: string) {
    super(`Match error: ${reason}`);
  }

  /** What clients get to know: that something did not match, but not what. */
  get sanitizedError(): MeteorError {
    this.#sanitizedError ??= new Meteor.Error(400, 'Match failed');
    return this.#sanitizedError;
  }
}
