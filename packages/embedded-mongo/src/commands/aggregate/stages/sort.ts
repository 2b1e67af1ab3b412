import { sortDocuments, sortOrder } from '../sort-order.js';
import { gathering, type StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

export const sort: StageCompiler = (argument, { textOrder }) => {
  const order = sortOrder(documentArgument('$sort', argument, 15973), textOrder);
  return gathering((documents) => sortDocuments(documents, order));
};
