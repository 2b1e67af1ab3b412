import type { Document } from 'bson';
import { compileCollation } from '../engine/collation/collation.js';
import { compileProjection } from '../engine/projection/compile-projection.js';
import { compileFilter } from '../engine/query/compile-filter.js';
import { findMatchedPosition } from '../engine/update/matched-position.js';
import type { Arguments } from './arguments.js';
import { readVariables } from './variables.js';

/** A function that applies the `fields` of a findAndModify to one document. */
export function projector(args: Arguments): (document: Document) => Document {
  const fields = args.document('fields');
  if (!fields || Object.keys(fields).length === 0) return (document) => document;
  const settings = {
    variables: readVariables(args.document('let')),
    textOrder: compileCollation(args.document('collation'))?.order,
  };
  const { node } = compileFilter(args.document('query') ?? {}, settings);
  return compileProjection(fields, {
    ...settings,
    dialect: 'find',
    matchedPosition: (document, path) => findMatchedPosition(node, document, path),
  }).apply;
}
