import type { Document } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { MongoError } from '../../../engine/mongo-error.js';
import type { Accumulator } from '../accumulators/accumulator.js';
import { compileAccumulator } from '../accumulators/index.js';
import { expression } from '../expression.js';
import type { StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';
import { valueKey } from '../value-key.js';

interface Group {
  readonly id: unknown;
  readonly accumulators: readonly Accumulator[];
}

export const group: StageCompiler = (argument, context) => {
  const fields = documentArgument('$group', argument, 15947);
  if (!Object.hasOwn(fields, '_id')) throw new MongoError(15955, 'a group specification must include an _id');
  const idOf = expression(fields._id, context);
  const names = Object.keys(fields).filter((name) => name !== '_id');
  for (const name of names) {
    if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$')) throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
  }
  const makers = names.map((name) => compileAccumulator(name, fields[name], context));
  return function* (input) {
    const groups = new Map<string, Group>();
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      const id = idOf(document) ?? null;
      const key = valueKey(id, context.textFold);
      let found = groups.get(key);
      if (!found) {
        found = { id, accumulators: makers.map((make) => make()) };
        groups.set(key, found);
      }
      for (const accumulator of found.accumulators) accumulator.add(document);
    }
    for (const { id, accumulators } of groups.values()) {
      const result: Document = { _id: id };
      for (const [index, accumulator] of accumulators.entries()) {
        setField(result, names[index] as string, accumulator.result());
      }
      yield result;
    }
  };
};
