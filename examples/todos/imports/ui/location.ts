import { useSyncExternalStore } from 'react';
import { type Filter, isFilter } from '../api/filters';

/** What the page shows; in the address as `#/<list>/<filter>/<page>`, so that reloads and links keep it. */
export interface Place {
  readonly listId: string | undefined;
  readonly filter: Filter;
  readonly page: number;
}

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

export function usePlace(): Place {
  const [, listId, filter, page] = useSyncExternalStore(subscribe, () => location.hash).split('/');
  const number = Number(page);
  return {
    listId: listId || undefined,
    filter: isFilter(filter) ? filter : 'all',
    page: Number.isSafeInteger(number) && number > 0 ? number : 1,
  };
}

export const hrefOf = (listId: string, filter: Filter = 'all', page = 1): string => `#/${listId}/${filter}/${page}`;

export const goTo = (href: string): void => {
  location.hash = href;
};
