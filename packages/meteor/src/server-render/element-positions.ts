/** Where an element's content stands in the text, as offsets. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

type Positions = ReadonlyMap<string, ContentRange>;

/** Pages are mostly made of the same few texts, so what was found in them is kept. */
const CACHED_TEXTS = 16;
const cache = new Map<string, Positions>();

/** The content of each element that has an id. Of two with the same id the first counts. */
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
  const { Parser } = await import('htmlparser2');
  const positions = new Map<string, ContentRange>();
  const seen = new Set<string>();
  const open: { readonly id: string | undefined; readonly start: number }[] = [];
  const parser = new Parser(
    {
      onopentag(_name, { id }) {
        // Of two elements with the same id only the first is to be found.
        const isFirst = id !== undefined && id !== '' && !seen.has(id);
        if (isFirst) seen.add(id);
        open.push({ id: isFirst ? id : undefined, start: parser.endIndex + 1 });
      },
      onclosetag() {
        const element = open.pop();
        if (element?.id === undefined) return;
        // An element without an end tag of its own ends where the tag begins that closed it.
        positions.set(element.id, { start: element.start, end: Math.max(element.start, parser.startIndex) });
      },
    },
    // Ids may be written with character references.
    { decodeEntities: true },
  );
  parser.end(html);
  return positions;
}
