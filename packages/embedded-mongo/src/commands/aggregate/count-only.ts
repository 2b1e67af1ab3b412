import type { Document } from 'bson';
import { isDocument, toNumber } from '../arguments.js';

/**
 * If all that is asked of the documents is their number, as drivers' `countDocuments` does: what to answer for it. The
 * engine can count without reading documents.
 */
export function countOnly(stages: readonly Document[]): ((total: number) => Document) | undefined {
  const [stage] = stages;
  if (!stage || stages.length !== 1) return undefined;
  const { $group: group, $count: name } = stage;
  if (typeof name === 'string') return (total) => ({ [name]: total });
  if (!isDocument(group)) return undefined;
  const [field, ...others] = Object.keys(group).filter((key) => key !== '_id');
  const id: unknown = group._id;
  if (field === undefined || others.length > 0 || (id !== null && toNumber(id) === undefined)) return undefined;
  const accumulator: unknown = group[field];
  if (!isDocument(accumulator) || Object.keys(accumulator).length !== 1 || accumulator.$sum !== 1) return undefined;
  return (total) => ({ _id: id, [field]: total });
}
