import { EJSON } from '@bolide/meteor/ejson';
import { MinimongoError } from './minimongo-error.js';
import { isIndexable, isPlainObject, type PlainObject } from './values/bson-type.js';

/** What to do with a field: to go on inside of it, or (at the end of a path) to take it or leave it out. */
export type ProjectionTree = Map<string, ProjectionTree | boolean>;

export interface ProjectionDetails {
  /** Whether the projection says what to take; else what to leave out. Null if it says nothing. */
  readonly including: boolean | null;
  /** Without `_id`, where that has a rule of its own. */
  readonly tree: ProjectionTree;
}

/** A compiled projection. */
export interface Projection {
  /** The fields of a document that are to be seen, as copies. */
  copy(document: PlainObject): PlainObject;
  /** The same in a new object whose values are those of the document. */
  share(document: PlainObject): PlainObject;
}

/** @throws MinimongoError for what is not supported here. */
export function checkSupportedProjection(fields: unknown): asserts fields is Record<string, unknown> {
  if (!isPlainObject(fields)) throw MinimongoError('fields option must be an object');
  for (const [path, rule] of Object.entries(fields)) {
    if (path.split('.').includes('$')) throw MinimongoError("Minimongo doesn't support $ operator in projections yet.");
    if (isPlainObject(rule) && ['$elemMatch', '$meta', '$slice'].some((operator) => Object.hasOwn(rule, operator))) {
      throw MinimongoError("Minimongo doesn't support operators in projections yet.");
    }
    if (![1, 0, true, false].includes(rule as number)) {
      throw MinimongoError('Projection values should be one of 1, 0, true, or false');
    }
  }
}

/** @throws MinimongoError when the paths contradict each other. */
export function projectionDetails(fields: Readonly<Record<string, unknown>>): ProjectionDetails {
  // Sorted, so that `foo` comes before `foo.bar`.
  const paths = Object.keys(fields).sort();
  // _id is taken unless it is left out by name, whatever is said of the others.
  const ruling = paths.filter((path) => path !== '_id' || paths.length === 1 || Boolean(fields._id));
  let including: boolean | null = null;
  for (const path of ruling) {
    const takes = Boolean(fields[path]);
    including ??= takes;
    if (including !== takes) throw MinimongoError('You cannot currently mix including and excluding fields.');
  }
  const tree: ProjectionTree = new Map();
  for (const path of ruling) addPath(tree, path, including === true);
  return { including, tree };
}

function addPath(root: ProjectionTree, path: string, rule: boolean): void {
  const parts = path.split('.');
  let tree = root;
  parts.forEach((part, index) => {
    const existing = tree.get(part);
    if (index === parts.length - 1) {
      if (existing !== undefined) throw overlapping(path, path);
      tree.set(part, rule);
    } else if (existing === undefined) {
      const inner: ProjectionTree = new Map();
      tree.set(part, inner);
      tree = inner;
    } else if (typeof existing === 'boolean') {
      throw overlapping(path, parts.slice(0, index + 1).join('.'));
    } else {
      tree = existing;
    }
  });
}

function overlapping(path: string, other: string): Error {
  return MinimongoError(
    `both ${path} and ${other} found in fields option, using both of them may trigger unexpected behavior. ` +
      'Did you mean to use only one of them?',
  );
}

const WHOLE: Projection = {
  copy: (document) => EJSON.clone(document),
  share: (document) => ({ ...document }),
};

/** Compiles the option `projection` of a query. */
export function createProjection(fields: unknown): Projection {
  checkSupportedProjection(fields);
  const keys = Object.keys(fields);
  if (keys.length === 0) return WHOLE;
  const { including, tree } = projectionDetails(fields);
  const takesId = fields._id === undefined || Boolean(fields._id);
  const compile = (copy: (value: unknown) => unknown) => (document: PlainObject) => {
    const projected = (including ? include(document, tree, copy) : exclude(document, tree, copy)) as PlainObject;
    if (!takesId) delete projected._id;
    else if (Object.hasOwn(document, '_id')) projected._id = document._id;
    return projected;
  };
  return { copy: compile(EJSON.clone), share: compile((value) => value) };
}

function include(value: unknown, tree: ProjectionTree, copy: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    // Of scalars there is nothing to take; null stays, as in Meteor.
    const elements = value.filter((element) => element === null || isIndexable(element));
    return elements.map((element) => element && include(element, tree, copy));
  }
  const taken: PlainObject = {};
  for (const [key, rule] of tree) {
    if (!Object.hasOwn(value as object, key)) continue;
    const field = (value as PlainObject)[key];
    // There is nothing to take inside of a scalar.
    if (typeof rule === 'boolean') taken[key] = copy(field);
    else if (isIndexable(field)) taken[key] = include(field, rule, copy);
  }
  return taken;
}

function exclude(value: unknown, tree: ProjectionTree, copy: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => exclude(element, tree, copy));
  if (!isPlainObject(value)) return copy(value);
  const rest: PlainObject = {};
  for (const [key, field] of Object.entries(value)) {
    const rule = tree.get(key);
    if (rule === undefined) rest[key] = copy(field);
    else if (typeof rule !== 'boolean') rest[key] = exclude(field, rule, copy);
  }
  return rest;
}
