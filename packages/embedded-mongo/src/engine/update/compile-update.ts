import { type Document, ObjectId } from 'bson';
import { copyValue } from '../bson/copy-value.js';
import { setField } from '../bson/decode.js';
import { describeValue } from '../bson/describe-value.js';
import { identicalValues } from '../bson/identical.js';
import { isDocument } from '../bson/value-type.js';
import { compareValues } from '../keys/compare-values.js';
import { MongoError } from '../mongo-error.js';
import { compileFilter } from '../query/filter.js';
import { FilterContext } from '../query/filter-context.js';
import type { FilterNode } from '../query/filter-node.js';
import { isOperatorDocument, parseCondition } from '../query/parse-operators.js';
import { type FilterSettings, testSingle } from '../query/predicate.js';
import { compileArrayFilters } from './array-filters.js';
import { diffDocuments } from './document-diff.js';
import { FieldChanges } from './field-changes.js';
import { findMatchedPosition } from './matched-position.js';
import { Modifiers } from './modifiers.js';
import type { OperatorTools } from './operators/operator.js';
import { compileUpdatePipeline } from './update-pipeline.js';
import type { UpdateRun } from './update-run.js';
import { seedFromFilter } from './upsert-seed.js';

/** An update ready to be applied to documents. */
export interface CompiledUpdate {
  readonly kind: 'operators' | 'replacement' | 'pipeline';
  /**
   * Applies it to a decoded document, which it may change in place.
   * @throws MongoError if the document cannot be changed thus
   */
  apply(document: Document): { readonly document: Document; readonly changes: FieldChanges };
  /** The top-level fields that it may change; `undefined`: any. */
  readonly touches: ReadonlySet<string> | undefined;
  /** The document that an upsert inserts when nothing matches; always has an `_id`. */
  insertion(): Document;
}

export interface UpdateSettings extends FilterSettings {
  readonly arrayFilters: readonly Document[] | undefined;
  /** The filter by which documents are chosen. */
  readonly filter: FilterNode;
}

/** @throws MongoError 9 FailedToParse and others for updates that MongoDB refuses */
export function compileUpdate(update: Document | readonly Document[], settings: UpdateSettings): CompiledUpdate {
  if (Array.isArray(update)) {
    if (settings.arrayFilters) throw new MongoError(9, 'arrayFilters may not be specified for pipeline-syle updates');
    return pipelineUpdate(update as readonly Document[], settings);
  }
  const document = update as Document;
  if (isModifierDocument(document)) return operatorUpdate(document, settings);
  return replacement(document, settings);
}

/** Whether an update is made of operators; a replacement is not. */
export function isModifierDocument(update: Document): boolean {
  return Object.keys(update)[0]?.startsWith('$') === true;
}

function operatorUpdate(update: Document, settings: UpdateSettings): CompiledUpdate {
  const arrayFilters = compileArrayFilters(settings.arrayFilters ?? [], settings);
  const modifiers = new Modifiers(update, arrayFilters, toolsFor(settings));
  const now = new Date();
  const run = (document: Document, isInsert: boolean): UpdateRun => {
    const original = modifiers.usesMatchedPosition ? copyValue(document) : document;
    return {
      document,
      changes: new FieldChanges(),
      isInsert,
      now,
      matchedPosition: (path) => (isInsert ? undefined : findMatchedPosition(settings.filter, original, path)),
      passesArrayFilter: (identifier, element) => arrayFilters.get(identifier)?.({ [identifier]: element }) === true,
    };
  };
  return {
    kind: 'operators',
    touches: modifiers.touches,
    apply: (document) => {
      const id: unknown = document._id;
      const applied = run(document, false);
      modifiers.apply(applied);
      if (!identicalValues(id, document._id)) {
        throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
      }
      return applied;
    },
    insertion: () => {
      const document = seedFromFilter(settings.filter);
      const seededId: unknown = document._id;
      modifiers.apply(run(document, true));
      if (seededId !== undefined && !identicalValues(seededId, document._id)) {
        throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
      }
      return withId(document);
    },
  };
}

function toolsFor(settings: UpdateSettings): OperatorTools {
  const { textOrder } = settings;
  return {
    compare: (a, b) => compareValues(a, b, textOrder),
    elementCondition: (condition) => {
      if (isDocument(condition) && !isOperatorDocument(condition)) {
        const matches = compileFilter(condition, settings);
        return (element) => isDocument(element) && matches(element);
      }
      return testSingle(parseCondition(condition, new FilterContext(settings)));
    },
  };
}

function replacement(update: Document, settings: UpdateSettings): CompiledUpdate {
  if (settings.arrayFilters && settings.arrayFilters.length > 0) {
    throw new MongoError(9, 'arrayFilters may not be specified for replacement-style updates');
  }
  for (const name of Object.keys(update)) {
    if (name.startsWith('$')) {
      throw new MongoError(
        52,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return {
    kind: 'replacement',
    touches: undefined,
    apply: (document) => {
      const id: unknown = document._id;
      if (Object.hasOwn(update, '_id') && compareValues(update._id, id) !== 0) throw alteredId(update._id);
      return { document: withFirstId(id, update), changes: new FieldChanges() };
    },
    insertion: () => {
      const { _id } = seedFromFilter(settings.filter);
      if (_id !== undefined && Object.hasOwn(update, '_id') && compareValues(update._id, _id) !== 0) {
        throw alteredId(update._id);
      }
      return withFirstId(update._id ?? _id ?? new ObjectId(), update);
    },
  };
}

function alteredId(id: unknown): MongoError {
  return new MongoError(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describeValue(id)}`,
  );
}

function pipelineUpdate(pipeline: readonly Document[], settings: UpdateSettings): CompiledUpdate {
  const transform = compileUpdatePipeline(pipeline, settings);
  return {
    kind: 'pipeline',
    touches: undefined,
    apply: (document) => {
      const id: unknown = document._id;
      const after = transform(copyValue(document));
      if (Object.hasOwn(after, '_id') && !identicalValues(id, after._id)) throw alteredId(after._id);
      const changed = withFirstId(id, after);
      const changes = new FieldChanges();
      diffDocuments(document, changed, changes);
      return { document: changed, changes };
    },
    insertion: () => withId(transform(seedFromFilter(settings.filter))),
  };
}

function withId(document: Document): Document {
  return withFirstId(document._id ?? new ObjectId(), document);
}

function withFirstId(id: unknown, fields: Document): Document {
  const document: Document = { _id: id };
  for (const name of Object.keys(fields)) if (name !== '_id') setField(document, name, fields[name]);
  return document;
}
