import { breathe, MAX_WORK_MILLISECONDS } from '../cursors/breathe.js';
import { decodeFields, FieldSet } from '../engine/bson/decode.js';
import { compileCollation } from '../engine/collation/collation.js';
import { encodeKey, type TextFold } from '../engine/keys/encode-key.js';
import { MongoError } from '../engine/mongo-error.js';
import type { FindQuery } from '../engine/types.js';
import { MAX_DOCUMENT_BYTES } from '../wire/limits.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace } from './namespace.js';
import { valuesAtPath } from './values-at-path.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set(['distinct', 'key', 'query', 'collation', 'hint', 'unwindArray', 'encryptionInformation']);
const DOCUMENTS_PER_STEP = 500;

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args, server, signal, transaction } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  const path = args.required('key', args.string('key'));
  const collection = server.engine.collection(namespace.database, namespace.collection, transaction);
  const query = withoutUndefined<FindQuery>({
    filter: args.document('query') ?? {},
    collation: args.document('collation'),
    hint: args.hint(),
  });
  if (!collection) return { values: [] };
  const steps = path.split('.');
  const fields = new FieldSet([steps[0] as string]);
  const collation = compileCollation(query.collation ?? collection.info.options.collation);
  const values = new DistinctValues(collation?.fold);
  const cursor = collection.find(query, transaction);
  for (let done = false; !done; ) {
    const batch = cursor.nextBatch({
      documents: DOCUMENTS_PER_STEP,
      bytes: MAX_DOCUMENT_BYTES,
      milliseconds: MAX_WORK_MILLISECONDS,
    });
    for (const bytes of batch.documents) {
      for (const value of valuesAtPath(decodeFields(bytes, fields), steps)) values.add(value);
    }
    done = batch.done;
    if (!done) {
      await breathe();
      signal.throwIfAborted();
    }
  }
  return { values: values.all() };
}

/** Values that are different by MongoDB's comparison: 1 and 1.0 are the same. */
class DistinctValues {
  readonly #fold: TextFold | undefined;
  readonly #byKey = new Map<string, unknown>();
  #bytes = 0;

  constructor(fold: TextFold | undefined) {
    this.#fold = fold;
  }

  add(value: unknown): void {
    const key = Buffer.from(encodeKey(value, this.#fold)).toString('latin1');
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, value);
    this.#bytes += key.length;
    if (this.#bytes > MAX_DOCUMENT_BYTES) throw new MongoError(17217, 'distinct too big, 16mb cap');
  }

  all(): unknown[] {
    return [...this.#byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  }
}

export const distinct: Command = { name: 'distinct', transactional: true, run };
