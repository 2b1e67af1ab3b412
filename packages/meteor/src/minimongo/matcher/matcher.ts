import { EJSON } from '@bolide/meteor/ejson';
import { compileDocumentSelector, type SelectorFacts } from './compile-selector.js';
import { equalTo } from './element-matchers.js';
import { type DocumentMatcher, MATCH, type MatchResult, NO_MATCH } from './match-result.js';
import { selectorIsId } from './selector-ids.js';

/** A compiled selector. */
export class Matcher {
  /** A copy of the selector; ids have become `{_id}`. Null if it matches nothing. */
  _selector: unknown = null;
  _isUpdate: boolean;
  /** A document that matches, once it has been worked out; null if that is too hard. */
  _matchingDocument: unknown = undefined;
  readonly #facts: SelectorFacts;
  readonly #match: DocumentMatcher;

  /**
   * @param selector An object, an `_id`, or a function that gets the document as `this`. Anything falsy, also as
   *   `_id`, matches nothing, since it is most likely a mistake.
   * @param isUpdate For an update of what matches.
   * @throws Error when it makes no sense.
   */
  constructor(selector: unknown, isUpdate = false) {
    this._isUpdate = isUpdate;
    this.#facts = { isUpdate, paths: new Set(), hasGeoQuery: false, hasWhere: false, isSimple: true };
    this.#match = this.#compile(selector);
  }

  /** Whether a document matches, and by which elements of its arrays. */
  documentMatches(document: unknown): MatchResult {
    if (document !== Object(document)) throw new Error('documentMatches needs a document');
    return this.#match(document as object);
  }

  hasGeoQuery(): boolean {
    return this.#facts.hasGeoQuery;
  }

  hasWhere(): boolean {
    return this.#facts.hasWhere;
  }

  /** Whether there is nothing but equality, inequalities and lists of scalars. */
  isSimple(): boolean {
    return this.#facts.isSimple;
  }

  /** The paths that the selector looks at; `''` stands for any. */
  _getPaths(): string[] {
    return [...this.#facts.paths];
  }

  #compile(selector: unknown): DocumentMatcher {
    if (typeof selector === 'function') {
      this.#facts.isSimple = false;
      this.#facts.paths.add('');
      this._selector = selector;
      return (document) => (selector.call(document) ? MATCH : NO_MATCH);
    }
    if (selectorIsId(selector)) {
      this.#facts.paths.add('_id');
      this._selector = { _id: selector };
      const matches = equalTo(selector);
      return (document) => (matches((document as { _id?: unknown })._id) ? MATCH : NO_MATCH);
    }
    if (!selector || (Object.hasOwn(selector, '_id') && !(selector as { _id: unknown })._id)) {
      this.#facts.isSimple = false;
      return () => NO_MATCH;
    }
    if (typeof selector !== 'object' || Array.isArray(selector) || EJSON.isBinary(selector)) {
      throw new Error(`Invalid selector: ${selector}`);
    }
    const copy = EJSON.clone(selector) as Record<string, unknown>;
    this._selector = copy;
    return compileDocumentSelector(copy, { facts: this.#facts, isRoot: true });
  }
}
