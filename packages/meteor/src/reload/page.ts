/** `sessionStorage` if it can be used: looking at it throws where cookies are forbidden. */
export function findSessionStorage(): Storage | null {
  try {
    const storage = window.sessionStorage;
    if (!storage) return null;
    storage.setItem('__dummy__', '1');
    storage.removeItem('__dummy__');
    return storage;
  } catch {
    return null;
  }
}

/** Loads the page again, without asking the server about files that the cache still has. */
export function reloadPage(location: Pick<Location, 'hash' | 'href' | 'reload' | 'replace'>): void {
  // With a hash, replacing the page by itself would only scroll.
  if (location.hash || location.href.endsWith('#')) location.reload();
  else location.replace(location.href);
}
