import type { Document } from 'bson';
import type { CommandRequest } from '../commands/command.js';

/** What a hello that already begins to log in gets for it. */
export async function startAuthentication(_request: CommandRequest): Promise<Document> {
  return {};
}
