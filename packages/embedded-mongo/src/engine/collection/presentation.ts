import type { Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { nearest } from '../execution/near-rows.js';
import type { PreparedQuery } from '../execution/prepare-query.js';
import type { Row } from '../execution/row.js';
import { valueAtPath } from '../expression/field-path.js';
import { MongoError } from '../mongo-error.js';
import { makeDouble } from '../numbers/number-kind.js';
import { compileProjection } from '../projection/compile-projection.js';
import { projectBytes } from '../projection/project-bytes.js';
import { fieldOf } from '../query/path.js';
import type { FindQuery } from '../types.js';
import { findMatchedPosition } from '../update/matched-position.js';

/** What a query shows of the rows that it finds: the stored bytes, unless it says otherwise. */
export function presentation(query: FindQuery, { filter, settings, plan }: PreparedQuery): (row: Row) => Uint8Array {
  if (query.returnKey) {
    const parts = plan.scan.kind === 'index' ? plan.scan.index.parts.map(({ path }) => path) : [];
    return ({ bytes }) => encodeDocument(keyFields(decodeDocument(bytes), parts));
  }
  const shown = projected(query, filter, settings);
  if (!query.showRecordId) return shown;
  return (row) => encodeDocument({ ...decodeDocument(shown(row)), $recordId: row.record });
}

function projected(
  { projection }: FindQuery,
  filter: PreparedQuery['filter'],
  settings: PreparedQuery['settings'],
): (row: Row) => Uint8Array {
  if (!projection || Object.keys(projection).length === 0) return ({ bytes }) => bytes;
  const compiled = compileProjection(projection, {
    ...settings,
    dialect: 'find',
    meta: (name, document) => metaValue(name, document, filter),
    matchedPosition: (document, path) => findMatchedPosition(filter.node, document, path),
  });
  return ({ bytes }) => projectBytes(bytes, compiled);
}

/** What `$meta` gives in a projection. */
function metaValue(name: string, document: Document, { text, near }: PreparedQuery['filter']): unknown {
  switch (name) {
    case 'textScore':
      if (!text) throw new MongoError(40218, 'query requires text score metadata, but it is not available');
      return makeDouble(text.score(document));
    case 'geoNearDistance': {
      const distance = near && nearest(near, valueAtPath(document, near.path.split('.')));
      return distance === undefined ? undefined : makeDouble(distance);
    }
    default:
      throw new MongoError(17308, `Unsupported argument to $meta: ${name}`);
  }
}

function keyFields(document: Document, paths: readonly string[]): Document {
  const key: Document = {};
  for (const path of paths) {
    let value: unknown = document;
    for (const part of path.split('.')) {
      value = typeof value === 'object' && value !== null ? fieldOf(value, part) : undefined;
    }
    if (value !== undefined) key[path] = value;
  }
  return key;
}
