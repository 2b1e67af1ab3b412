import type { List } from './collections';

export const FILTERS = ['all', 'open', 'done'] as const;
export type Filter = (typeof FILTERS)[number];

export const PAGE_SIZE = 8;

export const isFilter = (value: unknown): value is Filter => FILTERS.includes(value as Filter);

export const countOf = (list: List, filter: Filter): number =>
  filter === 'all' ? list.total : filter === 'done' ? list.done : list.total - list.done;

export const selectorOf = (listId: string, filter: Filter): { listId: string; done?: boolean } =>
  filter === 'all' ? { listId } : { listId, done: filter === 'done' };

/** The newest first; the `_id` decides between tasks of the same moment. */
export const ORDER = { createdAt: -1, _id: 1 } as const;
