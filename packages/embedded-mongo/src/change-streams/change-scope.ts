import type { Change, Namespace } from '../engine/types.js';

/** What a change stream watches: everything, one database, or one collection. */
export interface ChangeScope {
  readonly database?: string;
  readonly collection?: string;
}

const INTERNAL_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

/** Whether a change concerns those who watch `scope`. */
export function isInScope(scope: ChangeScope, change: Change): boolean {
  const { namespace, to } = change;
  return concerns(scope, namespace) || (to !== undefined && concerns(scope, to) && scope.collection === undefined);
}

function concerns({ database, collection }: ChangeScope, namespace: Namespace): boolean {
  if (database === undefined) return !INTERNAL_DATABASES.has(namespace.database) && !isInternal(namespace);
  if (namespace.database !== database) return false;
  return collection === undefined ? !isInternal(namespace) : namespace.collection === collection;
}

function isInternal({ collection }: Namespace): boolean {
  return collection.startsWith('system.');
}

/** Whether the change ends what `scope` watches, so that the stream has to end, too. */
export function invalidates(scope: ChangeScope, { kind, namespace, to }: Change): boolean {
  if (scope.collection !== undefined) {
    const isSource = namespace.database === scope.database && namespace.collection === scope.collection;
    const isTarget = to?.database === scope.database && to?.collection === scope.collection;
    return (isSource && (kind === 'drop' || kind === 'rename')) || (kind === 'rename' && isTarget);
  }
  return scope.database !== undefined && kind === 'dropDatabase' && namespace.database === scope.database;
}
