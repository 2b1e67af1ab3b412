import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace, namespaceText } from './namespace.js';
import { requireCollection } from './require-collection.js';

function run(request: CommandRequest): CommandReply {
  const namespace = commandNamespace(request);
  const collection = requireCollection(request, namespace);
  const { valid, errors, records, keysPerIndex } = collection.validate();
  const indexDetails = Object.fromEntries(Object.keys(keysPerIndex).map((name) => [name, { valid }]));
  return {
    ns: namespaceText(namespace),
    nInvalidDocuments: 0,
    nNonCompliantDocuments: 0,
    nrecords: records,
    nIndexes: Object.keys(keysPerIndex).length,
    keysPerIndex,
    indexDetails,
    valid,
    repaired: false,
    warnings: [],
    errors,
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
  };
}

export const validate: Command = { name: 'validate', run };
