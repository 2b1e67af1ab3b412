interface Props {
  readonly count: number;
  readonly current: number;
  readonly hrefOf: (page: number) => string;
}

/** Links to all pages; to the neighbours, the first and the last if there are many. */
export function Pages({ count, current, hrefOf }: Props) {
  if (count < 2) return null;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const shown = all.filter((page) => page === 1 || page === count || Math.abs(page - current) <= 2);
  return (
    <nav id="pages" aria-label="Pages">
      {shown.map((page) => (
        <a key={page} href={hrefOf(page)} aria-current={page === current ? 'page' : undefined}>
          {page}
        </a>
      ))}
    </nav>
  );
}
