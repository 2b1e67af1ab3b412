import type { Document } from 'bson';
import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { foldDiacritics, type TokenizerSettings, tokenize } from './tokenize.js';

/** What a text index is about: which fields, how much each counts, and in what language they are. */
export interface TextFields {
  /** All texts of a document, with the weight of their field. */
  textsOf(document: Document): Iterable<{ readonly text: string; readonly weight: number }>;
  readonly language: string;
}

/** `$text` */
export class TextQuery {
  readonly terms: readonly string[];
  readonly #negatedTerms: readonly string[];
  readonly #phrases: readonly string[];
  readonly #negatedPhrases: readonly string[];
  readonly #settings: TokenizerSettings;
  #fields: TextFields | undefined;

  constructor(search: string, settings: TokenizerSettings) {
    this.#settings = settings;
    const phrases: string[] = [];
    const negatedPhrases: string[] = [];
    const rest = search.replace(/(-?)"([^"]*)"/g, (_, minus: string, phrase: string) => {
      (minus ? negatedPhrases : phrases).push(phrase);
      return minus ? ' ' : ` ${phrase} `;
    });
    const words = rest.split(/\s+/).filter((word) => word !== '');
    const isNegated = (word: string): boolean => /^-[^-]/.test(word);
    this.terms = distinct(words.filter((word) => !isNegated(word)).flatMap((word) => tokenize(word, settings)));
    this.#negatedTerms = words.filter(isNegated).flatMap((word) => tokenize(word.slice(1), settings));
    this.#phrases = phrases;
    this.#negatedPhrases = negatedPhrases;
  }

  /** The terms as the index has them, which knows neither case nor accents. */
  get indexedTerms(): readonly string[] {
    return distinct(
      this.terms.flatMap((term) =>
        tokenize(term, { language: 'none', caseSensitive: false, diacriticSensitive: false }),
      ),
    );
  }

  /** Says which fields are searched; to be called before `matches` and `score`. */
  searchIn(fields: TextFields): void {
    this.#fields = fields;
  }

  matches(document: Document): boolean {
    const texts = [...this.#texts(document)].map(({ text }) => text);
    const found = new Set(texts.flatMap((text) => tokenize(text, this.#settings)));
    if (!this.terms.some((term) => found.has(term))) return false;
    if (this.#negatedTerms.some((term) => found.has(term))) return false;
    const has = (phrase: string): boolean => texts.some((text) => this.#plain(text).includes(this.#plain(phrase)));
    return this.#phrases.every(has) && !this.#negatedPhrases.some(has);
  }

  /** How well a document fits, in MongoDB's manner. */
  score(document: Document): number {
    let score = 0;
    for (const { text, weight } of this.#texts(document)) {
      const tokens = tokenize(text, this.#settings);
      for (const term of this.terms) {
        const count = tokens.filter((token) => token === term).length;
        if (count === 0) continue;
        // Each time that a term comes again it counts half as much as before.
        const frequency = 2 - 2 ** (1 - count);
        const share = (0.5 * count) / tokens.length + 0.5;
        const boost = text.toLowerCase() === term ? 1.1 : 1;
        score += weight * frequency * share * boost;
      }
    }
    return score;
  }

  #texts(document: Document): Iterable<{ readonly text: string; readonly weight: number }> {
    if (!this.#fields) throw new MongoError(27, 'text index required for $text query');
    return this.#fields.textsOf(document);
  }

  #plain(text: string): string {
    const folded = foldDiacritics(text, this.#settings);
    return this.#settings.caseSensitive ? folded : folded.toLowerCase();
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** @throws MongoError 9 FailedToParse, 14 TypeMismatch */
export function parseText(value: unknown): TextQuery {
  if (!isDocument(value)) throw new MongoError(14, '$text needs a document');
  for (const name of Object.keys(value)) {
    if (!['$search', '$language', '$caseSensitive', '$diacriticSensitive'].includes(name)) {
      throw new MongoError(2, `extra fields in $text: ${name}`);
    }
  }
  const { $search, $language = 'english', $caseSensitive = false, $diacriticSensitive = false } = value;
  if (typeof $search !== 'string') throw new MongoError(14, '"$search" had the wrong type. Expected string');
  if (typeof $language !== 'string') throw new MongoError(14, '"$language" had the wrong type. Expected string');
  return new TextQuery($search, {
    language: $language,
    caseSensitive: $caseSensitive === true,
    diacriticSensitive: $diacriticSensitive === true,
  });
}
