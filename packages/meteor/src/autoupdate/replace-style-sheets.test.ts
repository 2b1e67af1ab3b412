import { describe, expect, test } from 'vitest';
import { replaceStyleSheets } from './replace-style-sheets.js';

class FakeLink {
  attributes: Record<string, string> = {};
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #page: FakeLink[];

  constructor(page: FakeLink[], attributes: Record<string, string> = {}) {
    this.#page = page;
    this.attributes = attributes;
  }

  get className(): string {
    return this.attributes.class ?? '';
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  remove(): void {
    this.#page.splice(this.#page.indexOf(this), 1);
  }
}

function createPage() {
  const page: FakeLink[] = [];
  page.push(new FakeLink(page, { rel: 'icon', href: '/icon' }));
  page.push(new FakeLink(page, { class: '__meteor-css__', href: '/old.css' }));
  const document = {
    head: { appendChild: (link: FakeLink) => page.push(link) },
    getElementsByTagName: () => page,
    createElement: () => new FakeLink(page),
  } as unknown as Document;
  const hrefs = () => page.map((link) => link.attributes.href);
  return { page, document, hrefs };
}

describe('replaceStyleSheets', () => {
  test('removes the old ones when all new ones are loaded', async () => {
    const { page, document, hrefs } = createPage();
    const replaced = replaceStyleSheets(document, ['/a.css', '/b.css']);
    expect(page[2]?.attributes).toEqual({
      rel: 'stylesheet',
      type: 'text/css',
      class: '__meteor-css__',
      href: '/a.css',
    });
    page[2]?.onload?.();
    expect(hrefs()).toEqual(['/icon', '/old.css', '/a.css', '/b.css']);
    page[3]?.onload?.();
    expect(await replaced).toBe(true);
    expect(hrefs()).toEqual(['/icon', '/a.css', '/b.css']);
  });

  test('keeps the old ones if a new one cannot be loaded', async () => {
    const { page, document, hrefs } = createPage();
    const replaced = replaceStyleSheets(document, ['/a.css', '/b.css']);
    page[2]?.onload?.();
    page[3]?.onerror?.();
    expect(await replaced).toBe(false);
    expect(hrefs()).toEqual(['/icon', '/old.css']);
  });

  test('removes them if there are no new ones', async () => {
    const { document, hrefs } = createPage();
    expect(await replaceStyleSheets(document, [])).toBe(true);
    expect(hrefs()).toEqual(['/icon']);
  });
});
