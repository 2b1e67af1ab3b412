import type { Html } from './content.js';
import { type ContentRange, elementPositions } from './element-positions.js';
import type { ElementContent } from './server-sink.js';

/** `html` with content put into its elements by their ids, in parts. `undefined` if it has none of them. */
export async function insertContent(
  html: string,
  elements: ReadonlyMap<string, ElementContent>,
): Promise<Html[] | undefined> {
  const positions = await elementPositions(html);
  const insertions: { readonly range: ContentRange; readonly content: ElementContent }[] = [];
  for (const [id, content] of elements) {
    const range = positions.get(id);
    if (range) insertions.push({ range, content });
  }
  if (insertions.length === 0) return undefined;
  insertions.sort((a, b) => placeOf(a) - placeOf(b));
  const parts: Html[] = [];
  let position = 0;
  for (const insertion of insertions) {
    const { range, content } = insertion;
    const place = placeOf(insertion);
    // Inside of an element whose content is replaced as a whole.
    if (place < position) continue;
    parts.push(html.slice(position, place), content.html);
    position = content.replaces ? range.end : place;
  }
  parts.push(html.slice(position));
  return parts.filter((part) => part !== '');
}

const placeOf = ({ range, content }: { range: ContentRange; content: ElementContent }): number =>
  content.replaces ? range.start : range.end;
