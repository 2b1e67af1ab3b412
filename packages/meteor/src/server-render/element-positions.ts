import type { DefaultTreeAdapterMap } from 'parse5';

/** Where an element's content stands in the text, as offsets. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

type Positions = ReadonlyMap<string, ContentRange>;
type TreeNode = DefaultTreeAdapterMap['node'];

/** Pages are mostly made of the same few texts, so what was found in them is kept. */
const CACHED_TEXTS = 16;
const cache = new Map<string, Positions>();

/** The content of each element that has an id, as the HTML standard's parser sees it. Of two with the same id the first. */
export async function elementPositions(html: string): Promise<Positions> {
  let positions = cache.get(html);
  if (!positions) {
    positions = await findElements(html);
    const [oldest] = cache.keys();
    if (cache.size >= CACHED_TEXTS && oldest !== undefined) cache.delete(oldest);
    cache.set(html, positions);
  }
  return positions;
}

async function findElements(html: string): Promise<Positions> {
  // Loaded here, so that servers which render nothing do without the parser.
  const { parseFragment } = await import('parse5');
  const positions = new Map<string, ContentRange>();
  const open: TreeNode[] = [parseFragment(html, { sourceCodeLocationInfo: true })];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('attrs' in node) addPosition(positions, node);
    const children = 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
    for (let index = children.length - 1; index >= 0; index--) open.push(children[index] as TreeNode);
  }
  return positions;
}

function addPosition(positions: Map<string, ContentRange>, element: DefaultTreeAdapterMap['element']): void {
  const id = element.attrs.find(({ name }) => name === 'id')?.value;
  const location = element.sourceCodeLocation;
  const start = location?.startTag?.endOffset;
  if (id === undefined || id === '' || start === undefined || positions.has(id)) return;
  // An element without an end tag of its own: its content ends where it was closed by what follows.
  positions.set(id, { start, end: Math.max(start, location?.endTag?.startOffset ?? location?.endOffset ?? start) });
}
