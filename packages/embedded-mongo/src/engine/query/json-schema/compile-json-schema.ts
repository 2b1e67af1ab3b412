import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import type { DocumentTest } from '../filter-node.js';
import { ARRAY_KEYWORDS } from './array-keywords.js';
import { COMBINING_KEYWORDS } from './combining-keywords.js';
import type { KeywordCompiler, SchemaTest } from './keyword.js';
import { OBJECT_KEYWORDS } from './object-keywords.js';
import { SCALAR_KEYWORDS } from './scalar-keywords.js';

const KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  ...ARRAY_KEYWORDS,
  ...COMBINING_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...SCALAR_KEYWORDS,
};

const ANNOTATIONS = new Set(['title', 'description']);
const MAX_DEPTH = 100;

/** `$jsonSchema` as MongoDB has it: draft 4, with `bsonType`. */
export function compileJsonSchema(schema: unknown): DocumentTest {
  return compileSchema(schema, 0);
}

/** @throws MongoError 9 FailedToParse for unknown keywords, 14 TypeMismatch for operands that do not fit */
export function compileSchema(schema: unknown, depth: number): SchemaTest {
  if (!isDocument(schema)) throw new MongoError(14, '$jsonSchema must be an object');
  if (depth > MAX_DEPTH) throw new MongoError(15, `A schema may be nested ${MAX_DEPTH} levels deep`);
  const tests: SchemaTest[] = [];
  for (const keyword of Object.keys(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const compiler = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (!compiler) {
      throw new MongoError(9, `Unknown $jsonSchema keyword: ${keyword}`);
    }
    const test = compiler(schema[keyword], {
      keyword,
      schema,
      compile: (inner) => compileSchema(inner, depth + 1),
    });
    if (test) tests.push(test);
  }
  return (value) => tests.every((test) => test(value));
}
