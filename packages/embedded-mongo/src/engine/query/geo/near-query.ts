import { MongoError } from '../../mongo-error.js';
import type { Predicate } from '../predicate.js';

export interface NearQuery {
  readonly predicate: Predicate;
}

export function parseNear(
  _path: string,
  operator: string,
  _operand: unknown,
  _siblings: Record<string, unknown>,
): NearQuery {
  throw new MongoError(238, `${operator} is not there yet`);
}
