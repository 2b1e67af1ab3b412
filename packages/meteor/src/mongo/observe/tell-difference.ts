import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import type { ObserveSink } from '../drivers/types.js';

type Documents = readonly Document[];

/** Tells a sink how one result of its query becomes another. */
export function tellDifference(sink: ObserveSink, before: Documents, after: Documents): void {
  const changed = (id: unknown, fields: Document) => sink.changed(id, fields);
  const removed = (id: unknown) => sink.removed(id);
  // Nobody changes the values: they need no copies. The diff takes the `_id` out of what it gets.
  const options = { projectionFn: (document: Document) => ({ ...document }) };
  if (sink.ordered) {
    DiffSequence.diffQueryOrderedChanges(
      before as never,
      after as never,
      {
        addedBefore: (id, fields, next) => sink.addedBefore(id, fields, next),
        movedBefore: (id, next) => sink.movedBefore(id, next),
        changed,
        removed,
      },
      options,
    );
  } else {
    DiffSequence.diffQueryUnorderedChanges(
      byId(before) as never,
      byId(after) as never,
      { added: (id, fields) => sink.added(id, fields), changed, removed },
      options,
    );
  }
}

function byId(documents: Documents) {
  const map = new LocalCollection._IdMap<Document>();
  for (const document of documents) map.set(document._id, document);
  return map;
}
