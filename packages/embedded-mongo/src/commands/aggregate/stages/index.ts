import type { StageCompiler } from '../stage.js';
import { addFields } from './add-fields.js';
import { bucket } from './bucket.js';
import { bucketAuto } from './bucket-auto.js';
import { collectionStatistics } from './collection-statistics.js';
import { count } from './count.js';
import { currentOperations } from './current-operations.js';
import { documents } from './documents.js';
import { facet } from './facet.js';
import { graphLookup } from './graph-lookup.js';
import { group } from './group.js';
import { indexStatistics } from './index-statistics.js';
import { limit } from './limit.js';
import { localSessions } from './local-sessions.js';
import { lookup } from './lookup.js';
import { match } from './match.js';
import { merge } from './merge.js';
import { out } from './out.js';
import { project } from './project.js';
import { redact } from './redact.js';
import { replaceRoot, replaceWith } from './replace-root.js';
import { sample } from './sample.js';
import { skip } from './skip.js';
import { sort } from './sort.js';
import { sortByCount } from './sort-by-count.js';
import { unionWith } from './union-with.js';
import { unset } from './unset.js';
import { unwind } from './unwind.js';

/** The stages that there are, `$changeStream` aside: that one is a source of its own. */
export const STAGES: Readonly<Record<string, StageCompiler>> = {
  $addFields: addFields,
  $bucket: bucket,
  $bucketAuto: bucketAuto,
  $collStats: collectionStatistics,
  $count: count,
  $currentOp: currentOperations,
  $documents: documents,
  $facet: facet,
  $graphLookup: graphLookup,
  $group: group,
  $indexStats: indexStatistics,
  $limit: limit,
  $listLocalSessions: localSessions,
  $lookup: lookup,
  $match: match,
  $merge: merge,
  $out: out,
  $project: project,
  $redact: redact,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceWith,
  $sample: sample,
  $set: addFields,
  $skip: skip,
  $sort: sort,
  $sortByCount: sortByCount,
  $unionWith: unionWith,
  $unset: unset,
  $unwind: unwind,
};
