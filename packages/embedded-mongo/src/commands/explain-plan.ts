import type { Document } from 'bson';
import type { EngineCollection, FindQuery, QueryPlan } from '../engine/types.js';

/** The stages of a query as MongoDB's explain writes them, the last one outermost. */
export function planQuery(collection: EngineCollection, query: FindQuery): Document {
  const plan = collection.explain(query);
  let stage = describeScan(plan, query.filter);
  if (plan.sorts) stage = { stage: 'SORT', sortPattern: query.sort ?? {}, type: 'simple', inputStage: stage };
  if (query.skip) stage = { stage: 'SKIP', skipAmount: query.skip, inputStage: stage };
  if (query.limit) stage = { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage };
  if (query.projection && Object.keys(query.projection).length > 0) {
    stage = { stage: 'PROJECTION_DEFAULT', transformBy: query.projection, inputStage: stage };
  }
  return stage;
}

function describeScan(plan: QueryPlan, filter: Document): Document {
  switch (plan.stage) {
    case 'COLLSCAN':
      return {
        stage: 'COLLSCAN',
        ...(Object.keys(filter).length > 0 ? { filter } : {}),
        direction: plan.direction ?? 'forward',
      };
    case 'IXSCAN':
      return {
        stage: 'FETCH',
        ...(plan.filters ? { filter } : {}),
        inputStage: {
          stage: 'IXSCAN',
          keyPattern: plan.keyPattern ?? {},
          indexName: plan.indexName ?? '',
          isMultiKey: plan.isMultiKey ?? false,
          isUnique: plan.isUnique ?? false,
          isSparse: plan.isSparse ?? false,
          isPartial: plan.isPartial ?? false,
          indexVersion: 2,
          direction: plan.direction ?? 'forward',
          indexBounds: plan.bounds ?? {},
        },
      };
    case 'OR':
      return {
        stage: 'SUBPLAN',
        inputStage: { stage: 'OR', inputStages: (plan.branches ?? []).map((branch) => describeScan(branch, {})) },
      };
    default:
      return {
        stage: plan.stage,
        ...(plan.indexName === undefined ? {} : { indexName: plan.indexName }),
        ...(plan.keyPattern === undefined ? {} : { keyPattern: plan.keyPattern }),
      };
  }
}

/** Runs the query and tells how much it had to do. */
export function explainStages(collection: EngineCollection, query: FindQuery): Document {
  const start = performance.now();
  const nReturned = collection.countMatching(query);
  const { stage } = collection.explain(query);
  const executionTimeMillis = Math.round(performance.now() - start);
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis,
    totalKeysExamined: stage === 'COLLSCAN' ? 0 : nReturned,
    totalDocsExamined: stage === 'COLLSCAN' ? collection.count() : nReturned,
    executionStages: { ...planQuery(collection, query), nReturned },
  };
}
