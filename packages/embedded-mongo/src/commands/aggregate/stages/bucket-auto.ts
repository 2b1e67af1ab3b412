import type { Document } from 'bson';
import { compareValues } from '../../../engine/keys/compare-values.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { expression } from '../expression.js';
import { gathering, type StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions, wholeNumberArgument } from '../stage-arguments.js';
import { compileOutput } from './bucket.js';

export const bucketAuto: StageCompiler = (argument, context) => {
  const options = documentArgument('$bucketAuto', argument, 40240);
  onlyOptions('$bucketAuto', options, ['groupBy', 'buckets', 'output', 'granularity']);
  if (options.groupBy === undefined || options.buckets === undefined) {
    throw new MongoError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
  }
  if (options.granularity !== undefined) {
    throw new MongoError(238, "The 'granularity' of $bucketAuto is not supported by this server");
  }
  const buckets = wholeNumberArgument('$bucketAuto', options.buckets, 1, 40243);
  const bucketValue = expression(options.groupBy, context);
  const makeOutput = compileOutput('$bucketAuto', options.output, context);
  const compare = (a: unknown, b: unknown): number => compareValues(a, b, context.textOrder);
  return gathering(function* (documents) {
    const entries = documents
      .map((document) => ({ document, value: bucketValue(document) ?? null }))
      .sort((a, b) => compare(a.value, b.value));
    const size = Math.max(1, Math.round(entries.length / buckets));
    let start = 0;
    for (let made = 0; start < entries.length; made++) {
      let end = made === buckets - 1 ? entries.length : Math.min(start + size, entries.length);
      // Values that are equal stay together.
      while (end < entries.length && compare(entries[end]?.value, entries[end - 1]?.value) === 0) end += 1;
      const output = makeOutput();
      for (const { document } of entries.slice(start, end)) output.add(document);
      const max = (entries[end] ?? entries.at(-1))?.value;
      yield output.result({ min: entries[start]?.value, max }) satisfies Document;
      start = end;
    }
  });
};
