import { isIndexable, isOperatorObject, isPlainObject, ownProperty } from '../values/bson-type.js';
import { createLookup } from '../values/lookup.js';
import { equalTo, equalToAny, matchingRegExp } from './element-matchers.js';
import { elementOperators } from './element-operators.js';
import { within } from './geo-within.js';
import { type DocumentMatcher, MATCH, matchAll, NO_MATCH, type ValueMatcher } from './match-result.js';
import { near } from './near.js';
import { all, anyElement, everything, none, nothing } from './value-matchers.js';

/** What compiling finds out about a selector. */
export interface SelectorFacts {
  readonly isUpdate: boolean;
  /** The paths that it looks at; `''` stands for any. */
  readonly paths: Set<string>;
  hasGeoQuery: boolean;
  hasWhere: boolean;
  /** Nothing but equality, inequalities and lists of scalars. */
  isSimple: boolean;
}

interface Place {
  readonly facts: SelectorFacts;
  readonly isRoot?: boolean;
  /** Inside of $elemMatch, where paths are not those of the document. */
  readonly inElemMatch?: boolean;
}

type PlainObject = Record<string, unknown>;

/** Compiles a selector that is an object. */
export function compileDocumentSelector(selector: PlainObject, place: Place): DocumentMatcher {
  const matchers: DocumentMatcher[] = [];
  for (const [key, condition] of Object.entries(selector)) {
    if (key.startsWith('$')) {
      matchers.push(compileLogicalOperator(key, condition, place));
      continue;
    }
    if (!place.inElemMatch) place.facts.paths.add(key);
    // Functions are no values: they are ignored, as by the driver of MongoDB.
    if (typeof condition === 'function') continue;
    matchers.push(atPath(key, compileCondition(condition, place)));
  }
  return matchAll(matchers);
}

/** Applies a matcher to what a path leads to. */
function atPath(path: string, matcher: ValueMatcher): DocumentMatcher {
  const lookup = createLookup(path);
  const general: DocumentMatcher = (document) => matcher.matchBranches(lookup(document));
  const { matchSingle } = matcher;
  if (!matchSingle) return general;
  const parts = path.split('.');
  // Most paths meet no array: then there is one value, and nothing else to say than yes or no.
  return (document) => {
    let value: unknown = document;
    for (const part of parts) {
      if (Array.isArray(value)) return general(document);
      if (!isPlainObject(value)) {
        value = undefined;
        break;
      }
      value = ownProperty(value, part);
    }
    if (Array.isArray(value)) return general(document);
    return matchSingle(value) ? MATCH : NO_MATCH;
  };
}

function compileLogicalOperator(operator: string, operand: unknown, place: Place): DocumentMatcher {
  place.facts.isSimple = false;
  switch (operator) {
    case '$and':
      return matchAll(compileSelectors(operand, place));
    case '$or': {
      const matchers = compileSelectors(operand, place);
      const [only] = matchers;
      // A single one keeps its array indices; of several, MongoDB does not say which one matched.
      if (only && matchers.length === 1) return only;
      return (document) => (matchers.some((matcher) => matcher(document).result) ? MATCH : NO_MATCH);
    }
    case '$nor': {
      const matchers = compileSelectors(operand, place);
      return (document) => (matchers.some((matcher) => matcher(document).result) ? NO_MATCH : MATCH);
    }
    case '$where':
      return compileWhere(operand, place.facts);
    case '$comment':
      return () => MATCH;
    default:
      throw new Error(`Unrecognized logical operator: ${operator}`);
  }
}

function compileSelectors(operand: unknown, place: Place): DocumentMatcher[] {
  if (!Array.isArray(operand) || operand.length === 0) throw new Error('$and/$or/$nor must be nonempty array');
  return operand.map((selector) => {
    if (!isPlainObject(selector)) throw new Error('$or/$and/$nor entries need to be full objects');
    return compileDocumentSelector(selector, { facts: place.facts, inElemMatch: place.inElemMatch === true });
  });
}

function compileWhere(operand: unknown, facts: SelectorFacts): DocumentMatcher {
  facts.paths.add('');
  facts.hasWhere = true;
  if (typeof operand !== 'function') {
    // To run it would run whatever text comes from a client, a URL or a form.
    throw new Error('$where must be a function: text is not run as code');
  }
  return (document) => (operand.call(document, document) ? MATCH : NO_MATCH);
}

/** Compiles what a value must be: a value to equal, a regular expression, or an object of operators. */
export function compileCondition(condition: unknown, place: Place): ValueMatcher {
  if (condition instanceof RegExp) {
    place.facts.isSimple = false;
    return anyElement(matchingRegExp(condition));
  }
  if (!isOperatorObject(condition)) return anyElement(equalTo(condition));
  return all(
    Object.entries(condition).map(([operator, operand]) => {
      if (!isSimpleOperator(operator, operand)) place.facts.isSimple = false;
      return compileOperator(operator, operand, condition, place);
    }),
  );
}

function isSimpleOperator(operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      return typeof operand === 'number';
    case '$eq':
    case '$ne':
      return isScalar(operand);
    case '$in':
    case '$nin':
      return Array.isArray(operand) && operand.every(isScalar);
    default:
      return false;
  }
}

function isScalar(value: unknown): boolean {
  return value !== Object(value);
}

function compileOperator(operator: string, operand: unknown, siblings: PlainObject, place: Place): ValueMatcher {
  const elementOperator = elementOperators[operator];
  if (elementOperator) return anyElement(elementOperator.compile(operand, siblings), elementOperator);
  switch (operator) {
    case '$not':
      return none(compileCondition(operand, { facts: place.facts }));
    case '$ne':
      return none(anyElement(equalTo(operand)));
    case '$nin':
      return none(anyElement(equalToAny(operand)));
    case '$exists': {
      const exists = anyElement((value) => value !== undefined);
      return operand ? exists : none(exists);
    }
    case '$all':
      return compileAll(operand, place);
    case '$elemMatch':
      return compileElemMatch(operand, place);
    case '$near':
      if (!place.isRoot) throw new Error("$near can't be inside another $ operator");
      place.facts.hasGeoQuery = true;
      return near(operand, siblings, place.facts.isUpdate);
    case '$geoWithin':
      return anyElement(within(operand));
    case '$options':
      return requireSibling(siblings, '$options', '$regex');
    case '$maxDistance':
    case '$minDistance':
      return requireSibling(siblings, operator, '$near');
    default:
      throw new Error(`Unrecognized operator: ${operator}`);
  }
}

/** For what only means something beside another operator, which has read it. */
function requireSibling(siblings: PlainObject, operator: string, sibling: string): ValueMatcher {
  if (!Object.hasOwn(siblings, sibling)) throw new Error(`${operator} needs a ${sibling}`);
  return everything;
}

function compileAll(operand: unknown, place: Place): ValueMatcher {
  if (!Array.isArray(operand)) throw new Error('$all requires array');
  // As in MongoDB.
  if (operand.length === 0) return nothing;
  return all(
    operand.map((criterion) => {
      if (isOperatorObject(criterion)) {
        if (Object.keys(criterion).some((operator) => operator !== '$elemMatch')) {
          throw new Error('no $ expressions in $all');
        }
        return compileElemMatch(criterion.$elemMatch, place);
      }
      return compileCondition(criterion, { facts: place.facts });
    }),
  );
}

const LOGICAL_OPERATORS = ['$and', '$or', '$nor', '$where', '$comment'];

/** Matches arrays of which one element meets all conditions. */
function compileElemMatch(operand: unknown, { facts }: Place): ValueMatcher {
  if (!isPlainObject(operand)) throw new Error('$elemMatch need an object');
  const conditions = Object.fromEntries(Object.entries(operand).filter(([key]) => !LOGICAL_OPERATORS.includes(key)));
  return anyElement(
    isOperatorObject(conditions, true) ? elementOfValues(operand, facts) : elementOfDocuments(operand, facts),
    { wholeArrays: true },
  );
}

function elementOfDocuments(operand: PlainObject, facts: SelectorFacts) {
  const matcher = compileDocumentSelector(operand, { facts, inElemMatch: true });
  return firstElement((element) => isIndexable(element) && matcher(element).result);
}

function elementOfValues(operand: PlainObject, facts: SelectorFacts) {
  const matcher = compileCondition(operand, { facts });
  // {$gt: 5} must not match the element [8] by the 8 in it.
  return firstElement((value) => matcher.matchBranches([{ value, dontIterate: true }]).result);
}

function firstElement(matches: (element: unknown) => boolean) {
  return (value: unknown): number | false => {
    if (!Array.isArray(value)) return false;
    const index = value.findIndex(matches);
    return index < 0 ? false : index;
  };
}
