import type { TextOrder } from '../keys/compare-values.js';
import { MongoError } from '../mongo-error.js';
import { type NearQuery, parseNear } from './geo/near-query.js';
import type { FilterSettings, Predicate } from './predicate.js';
import type { TextQuery } from './text/text-query.js';

const MAX_DEPTH = 100;

/** What is gathered while a filter is read. */
interface Gathered {
  readonly fields: Set<string>;
  wholeDocument: boolean;
  near: NearQuery | undefined;
  text: TextQuery | undefined;
}

/** Where in a filter the reader stands, and what it has gathered so far. */
export class FilterContext {
  readonly settings: FilterSettings;
  readonly gathered: Gathered;
  readonly #depth: number;
  #path = '';

  constructor(settings: FilterSettings, depth = 0, gathered?: Gathered) {
    if (depth > MAX_DEPTH) throw new MongoError(15, `A filter may be nested ${MAX_DEPTH} levels deep`);
    this.settings = settings;
    this.gathered = gathered ?? { fields: new Set(), wholeDocument: false, near: undefined, text: undefined };
    this.#depth = depth;
  }

  get textOrder(): TextOrder | undefined {
    return this.settings.textOrder;
  }

  /** For a filter inside of this one that looks at the same document. */
  inner(): FilterContext {
    return new FilterContext(this.settings, this.#depth + 1, this.gathered);
  }

  /** For a filter inside of this one that looks at elements of an array. */
  ofElements(): FilterContext {
    return new FilterContext(this.settings, this.#depth + 1);
  }

  /** Says which field the conditions that come next are about. */
  looksAt(path: string): void {
    const dot = path.indexOf('.');
    this.gathered.fields.add(dot < 0 ? path : path.slice(0, dot));
    this.#path = path;
  }

  looksAtAll(): void {
    this.gathered.wholeDocument = true;
  }

  near(operator: string, operand: unknown, siblings: Record<string, unknown>): Predicate {
    if (this.gathered.near) throw new MongoError(2, 'Too many geoNear expressions');
    const near = parseNear(this.#path, operator, operand, siblings);
    this.gathered.near = near;
    return near.predicate;
  }

  text(query: TextQuery): void {
    if (this.gathered.text) throw new MongoError(2, 'Too many text expressions');
    this.gathered.text = query;
  }
}
