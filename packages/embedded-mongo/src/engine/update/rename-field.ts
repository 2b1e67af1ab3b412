import { describeValue } from '../bson/describe-value.js';
import { MongoError } from '../mongo-error.js';
import { assign } from './operators/assignment.js';
import { type Target, targetsOf } from './target.js';
import type { PathPart } from './update-path.js';
import { documentLabel, type UpdateRun } from './update-run.js';

/** One field of `$rename`. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly fromParts: readonly PathPart[];
  readonly toParts: readonly PathPart[];
}

/** Moves a value; it may neither come from nor go into an array. */
export function renameField(run: UpdateRun, renaming: Renaming): void {
  const [source] = targetsOf(run, renaming.fromParts, 'ignore');
  refuseArrays(run, 'source', renaming.from);
  if (!source?.exists) return;
  refuseArrays(run, 'destination', renaming.to);
  const [destination] = targetsOf(run, renaming.toParts, 'create') as [Target];
  const { value } = source;
  source.unset();
  assign(destination, value);
}

function refuseArrays(run: UpdateRun, role: string, path: string): void {
  let value: unknown = run.document;
  let walked = '';
  for (const part of path.split('.')) {
    if (Array.isArray(value)) {
      throw new MongoError(
        2,
        `The ${role} field cannot be an array element, '${path}' in doc with ${documentLabel(run).slice(1, -1)} has an array field called '${walked.slice(walked.lastIndexOf('.') + 1)}'`,
      );
    }
    if (typeof value !== 'object' || value === null) return;
    value = (value as Record<string, unknown>)[part];
    walked = walked === '' ? part : `${walked}.${part}`;
  }
}

/** @throws MongoError 2 BadValue if source and target are one */
export function checkRenaming(from: string, to: unknown): asserts to is string {
  if (typeof to !== 'string') {
    throw new MongoError(2, `The 'to' field for $rename must be a string: ${from}: ${describeValue(to)}`);
  }
  if (from === to) throw new MongoError(2, `The source and target field for $rename must differ: ${from}: "${to}"`);
  if (from.includes('$')) throw new MongoError(2, `The source field for $rename may not be dynamic: ${from}`);
  if (to.includes('$')) throw new MongoError(2, `The destination field for $rename may not be dynamic: ${to}`);
}
