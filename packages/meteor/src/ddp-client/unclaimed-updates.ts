import type { Document, StoreMessage } from './types.js';

/**
 * Changes of collections that no store has been registered for yet. What came for one document is merged, so that it
 * takes no more room than the document itself, however long the application takes to make the collection.
 */
export class UnclaimedUpdates {
  readonly #collections = new Map<string, Map<string, StoreMessage>>();

  add(collection: string, messages: readonly StoreMessage[]): void {
    let updates = this.#collections.get(collection);
    if (!updates) {
      updates = new Map();
      this.#collections.set(collection, updates);
    }
    for (const message of messages) merge(updates, message);
  }

  /** The changes of a collection, which are then no longer kept. */
  take(collection: string): StoreMessage[] {
    const updates = this.#collections.get(collection);
    this.#collections.delete(collection);
    return updates ? [...updates.values()] : [];
  }

  clear(): void {
    this.#collections.clear();
  }
}

function merge(updates: Map<string, StoreMessage>, message: StoreMessage): void {
  const earlier = updates.get(message.id);
  switch (message.msg) {
    case 'changed':
      updates.set(message.id, mergeChange(earlier, message));
      break;
    case 'movedBefore':
      if (earlier?.msg === 'addedBefore') updates.set(message.id, { ...earlier, before: message.before });
      break;
    case 'removed':
      updates.delete(message.id);
      break;
    case 'replace':
      if (message.replace) updates.set(message.id, message);
      else updates.delete(message.id);
      break;
    default:
      updates.set(message.id, message);
  }
}

function mergeChange(earlier: StoreMessage | undefined, change: StoreMessage & { msg: 'changed' }): StoreMessage {
  switch (earlier?.msg) {
    case 'added':
    case 'addedBefore':
    case 'changed': {
      const fields: Document = { ...earlier.fields, ...change.fields };
      if (earlier.msg !== 'changed') removeCleared(fields);
      return { ...earlier, fields };
    }
    case 'replace': {
      const replace: Document = { ...earlier.replace, ...change.fields };
      removeCleared(replace);
      return { ...earlier, replace };
    }
    default:
      return change;
  }
}

function removeCleared(fields: Document): void {
  for (const [name, value] of Object.entries(fields)) if (value === undefined) delete fields[name];
}
