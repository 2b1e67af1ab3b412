import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';

export function geometryTest(operator: string, _operand: unknown): ValueTest {
  throw new MongoError(238, `${operator} is not there yet`);
}
