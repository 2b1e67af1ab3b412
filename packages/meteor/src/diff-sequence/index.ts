export { DiffSequence, type DiffSequenceApi } from './diff-sequence.js';
export type {
  DiffCallbacks,
  DiffDocument,
  DiffDocumentMap,
  DiffFields,
  DiffOptions,
  OrderedDiffObserver,
  UnorderedDiffObserver,
} from './types.js';
