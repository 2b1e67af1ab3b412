/** The class of the page's own style sheets; the boilerplate gives it to them. */
const STYLE_SHEET_CLASS = '__meteor-css__';

/**
 * Puts the style sheets at `urls` in the place of the page's own ones. The old ones stay until all new ones have been
 * loaded, so that the page never is without style; for good, if one cannot be loaded.
 *
 * @returns a promise that tells whether they were replaced.
 */
export async function replaceStyleSheets(document: Document, urls: readonly string[]): Promise<boolean> {
  const oldLinks = [...document.getElementsByTagName('link')].filter((link) => link.className === STYLE_SHEET_CLASS);
  const newLinks = urls.map((url) => createLink(document, url));
  const loaded = await Promise.all(newLinks.map((link) => append(document, link)));
  const complete = loaded.every(Boolean);
  for (const link of complete ? oldLinks : newLinks) link.remove();
  return complete;
}

function createLink(document: Document, url: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.setAttribute('rel', 'stylesheet');
  link.setAttribute('type', 'text/css');
  link.setAttribute('class', STYLE_SHEET_CLASS);
  link.setAttribute('href', url);
  return link;
}

/** Adds a style sheet to the page, and tells whether it could be loaded. */
function append(document: Document, link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    document.head.appendChild(link);
  });
}
