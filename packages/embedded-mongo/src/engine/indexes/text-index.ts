import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';
import { valueAtPath } from '../expression/field-path.js';
import { KeyWriter } from '../keys/key-writer.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { TextFields } from '../query/text/text-query.js';
import { tokenize } from '../query/text/tokenize.js';
import type { IndexSpecification } from '../types.js';
import type { SpecialIndex } from './special-index.js';

/** An index of the words in some fields, or with `$**` in all. */
export function textIndex(specification: IndexSpecification): SpecialIndex {
  const textFields = textFieldsOf(specification);
  return {
    kind: 'text',
    textFields,
    keysOf: (document) => {
      const terms = new Set<string>();
      for (const { text } of textFields.textsOf(document)) {
        for (const term of tokenize(text, {
          language: textFields.language,
          caseSensitive: false,
          diacriticSensitive: false,
        })) {
          terms.add(term);
        }
      }
      return { keys: [...terms].map(termKey), arrays: [] };
    },
  };
}

const writer = new KeyWriter();

export function termKey(term: string): Uint8Array {
  writer.clear();
  writer.text(term);
  return writer.take();
}

function textFieldsOf(specification: IndexSpecification): TextFields {
  const weights = isDocument(specification.weights) ? specification.weights : {};
  const paths = Object.entries(specification.key as Document).flatMap(([path, kind]) =>
    kind === 'text' ? [path] : [],
  );
  return {
    language: String(specification.default_language ?? 'english'),
    *textsOf(document) {
      for (const path of paths) {
        const value = path === '$**' ? document : valueAtPath(document, path.split('.'));
        const weight = asNumber(weights[path]) ?? 1;
        for (const text of textsIn(value, path === '$**')) yield { text, weight };
      }
    },
  };
}

function* textsIn(value: unknown, deep: boolean): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const element of value) yield* textsIn(element, deep);
  else if (deep && isDocument(value)) for (const part of Object.values(value)) yield* textsIn(part, deep);
}
