/** What a query can be made of: nested objects become `a[b]=c`, arrays `a[]=b`. */
export interface QueryParams {
  readonly [key: string]: unknown;
}

/**
 * A URL with another query, or with more of it. Meteor has it as `URL._constructUrl`, used by its package `http`.
 *
 * @param query Instead of the query of `url`.
 * @param params Added to the query.
 */
export function _constructUrl(url: string, query?: string | null, params?: QueryParams | null): string {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const present = typeof query === 'string' ? query : mark === -1 ? null : url.slice(mark + 1);
  if (!params) return present === null ? path : `${path}?${present}`;
  return `${path}?${[present, _encodeParams(params)].filter(Boolean).join('&')}`;
}

/** A query string, without `?`. */
export function _encodeParams(params: QueryParams | readonly unknown[], prefix = ''): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    const key = prefix ? `${prefix}[${Array.isArray(params) ? '' : name}]` : name;
    if (typeof value === 'object' && value !== null) {
      const nested = _encodeParams(value as QueryParams, key);
      if (nested) parts.push(nested);
    } else {
      parts.push(`${encode(key).replace('%5B', '[').replace('%5D', ']')}=${encode(String(value ?? ''))}`);
    }
  }
  return parts.join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('*', '%2A').replaceAll('%20', '+');
}
