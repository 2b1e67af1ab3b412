import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import type { TextOrder } from '../keys/compare-values.js';
import type { TextFold } from '../keys/encode-key.js';
import { MongoError } from '../mongo-error.js';
import { asNumber } from '../query/predicates/integer-operand.js';

/** How texts compare and are found under a collation. */
export interface Collation {
  /** All options, defaults filled in, as `listIndexes` and `listCollections` show them. */
  readonly specification: Document;
  readonly order: TextOrder;
  /**
   * What texts that are equal under it have in common: a key to look them up. Its order is not the collation's, so it
   * serves for equality only.
   */
  readonly fold: TextFold;
}

const DEFAULTS: Document = {
  caseLevel: false,
  caseFirst: 'off',
  strength: 3,
  numericOrdering: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  normalization: false,
  backwards: false,
  version: '57.1',
};

const cache = new Map<string, Collation>();

/**
 * `undefined` for the simple collation, which compares bytes.
 * @throws MongoError 2 BadValue, 9 FailedToParse, 40415 for options that do not exist
 */
export function compileCollation(specification: Document | undefined): Collation | undefined {
  if (!specification || Object.keys(specification).length === 0) return undefined;
  const key = describeValue(specification);
  const known = cache.get(key);
  if (known) return known;
  const full = complete(specification);
  if (full.locale === 'simple') return undefined;
  const collation = compile(full);
  if (cache.size > 100) cache.clear();
  cache.set(key, collation);
  return collation;
}

/** Whether an index with one collation can answer a query with the other. */
export function sameCollation(a: Collation | undefined, b: Collation | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && describeValue(a.specification) === describeValue(b.specification);
}

function complete(specification: Document): Document {
  if (typeof specification.locale !== 'string') {
    throw new MongoError(40414, "BSON field 'collation.locale' is missing but a required field");
  }
  for (const name of Object.keys(specification)) {
    if (name !== 'locale' && !(name in DEFAULTS)) {
      throw new MongoError(40415, `BSON field 'collation.${name}' is an unknown field.`);
    }
  }
  const full: Document = { locale: specification.locale, ...DEFAULTS, ...specification };
  full.strength = asNumber(full.strength);
  if (![1, 2, 3, 4, 5].includes(full.strength)) {
    throw new MongoError(
      2,
      `Enumeration value '${String(full.strength)}' for field 'collation.strength' is not a valid value.`,
    );
  }
  if (!['upper', 'lower', 'off'].includes(full.caseFirst)) {
    throw new MongoError(
      2,
      `Enumeration value '${String(full.caseFirst)}' for field 'collation.caseFirst' is not a valid value.`,
    );
  }
  return full;
}

function compile(specification: Document): Collation {
  const collator = makeCollator(specification);
  const strength = specification.strength as number;
  const exact = strength >= 3;
  const base = (a: string, b: string): number => collator.compare(a, b);
  return {
    specification,
    order: base,
    fold: exact && !specification.numericOrdering ? normalizeOnly : (text) => foldText(text, specification),
  };
}

function makeCollator(specification: Document): Intl.Collator {
  const strength = specification.strength as number;
  const sensitivity =
    strength === 1
      ? specification.caseLevel
        ? 'case'
        : 'base'
      : strength === 2 && !specification.caseLevel
        ? 'accent'
        : 'variant';
  const locale = String(specification.locale).replaceAll('_', '-');
  try {
    return new Intl.Collator(locale, {
      sensitivity,
      numeric: specification.numericOrdering === true,
      ignorePunctuation: specification.alternate === 'shifted',
      ...(specification.caseFirst === 'off' ? {} : { caseFirst: specification.caseFirst as 'upper' | 'lower' }),
    });
  } catch (cause) {
    throw new MongoError(2, `Field 'locale' is invalid in: ${describeValue(specification)}`, {}, { cause });
  }
}

function normalizeOnly(text: string): string {
  return text.normalize('NFC');
}

/** Takes out of a text what the collation does not look at: accents, case, punctuation, leading zeros. */
function foldText(text: string, specification: Document): string {
  const strength = specification.strength as number;
  let folded = text;
  if (strength === 1) folded = folded.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (strength <= 2 && !specification.caseLevel) folded = folded.toLowerCase().normalize('NFC').replaceAll('ß', 'ss');
  if (specification.alternate === 'shifted') folded = folded.replace(/[\p{P}\s]+/gu, '');
  if (specification.numericOrdering) folded = folded.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''));
  return folded.normalize('NFC');
}
