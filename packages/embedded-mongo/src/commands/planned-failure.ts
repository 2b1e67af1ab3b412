import type { Document } from 'bson';
import { ConnectionEnded } from '../server/connection-ended.js';
import type { ConnectionState } from '../server/connection-state.js';
import type { PlannedFailure } from '../server/fail-points.js';
import type { CommandRequest } from './command.js';
import { retryableWriteLabels } from './error-labels.js';

/**
 * Lets a command fail as a test has planned it.
 * @throws ConnectionEnded, or the planned error
 */
export async function carryOut(plan: PlannedFailure, connection: ConnectionState): Promise<void> {
  if (plan.delay > 0) await new Promise((resolve) => setTimeout(resolve, plan.delay));
  if (plan.closes) {
    connection.end();
    throw new ConnectionEnded();
  }
  if (plan.error) throw plan.error;
}

/** What a plan adds to the reply of a command that was run. */
export function plannedReply({ writeConcernError, labels }: PlannedFailure, request: CommandRequest): Document {
  if (!writeConcernError) return {};
  const errorLabels = labels ?? retryableWriteLabels(request, Number(writeConcernError.code));
  return { writeConcernError, ...(errorLabels.length > 0 ? { errorLabels } : {}) };
}
