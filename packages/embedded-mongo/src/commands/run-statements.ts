import type { Document } from 'bson';
import type { MongoError } from '../engine/mongo-error.js';
import type { RetryableStatements } from './retryable-statements.js';
import { endsCommand, writeError } from './write-errors.js';

/**
 * Runs the statements of an update, delete or bulkWrite one after the other, each at most once over all retries.
 * @returns the errors of those that failed; with `ordered` the first failure is the last statement.
 */
export function runStatements<T>(
  statements: readonly T[],
  retryable: RetryableStatements,
  ordered: boolean,
  run: (statement: T, index: number) => Document,
  done: (result: Document, index: number) => void,
): Document[] {
  const errors: Document[] = [];
  for (let index = 0; index < statements.length; index++) {
    let result = retryable.earlierResult(index);
    if (!result) {
      try {
        result = run(statements[index] as T, index);
      } catch (error) {
        if (endsCommand(error)) throw error;
        errors.push(writeError(index, error as MongoError));
        if (ordered) break;
        continue;
      }
      retryable.remember(index, result);
    }
    done(result, index);
  }
  return errors;
}
