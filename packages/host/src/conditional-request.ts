/** What a conditional request is measured against. */
export interface Validators {
  /** With its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modified?: number | undefined;
}

/** The conditional headers of a GET or HEAD request. */
export interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  readonly ifUnmodifiedSince: string | undefined;
}

/**
 * Evaluates the conditions of a GET or HEAD request in the order of RFC 9110, 13.2.2.
 *
 * @returns 304: the client's copy is good; 412: a precondition failed; 200: send
 */
export function evaluateConditions(conditions: Conditions, validators: Validators): 200 | 304 | 412 {
  if (conditions.ifMatch !== undefined) {
    if (!matches(conditions.ifMatch, validators.etag, false)) return 412;
  } else if (conditions.ifUnmodifiedSince !== undefined && validators.modified !== undefined) {
    const time = Date.parse(conditions.ifUnmodifiedSince);
    if (!Number.isNaN(time) && wholeSeconds(validators.modified) > time) return 412;
  }
  if (conditions.ifNoneMatch !== undefined) return matches(conditions.ifNoneMatch, validators.etag, true) ? 304 : 200;
  if (conditions.ifModifiedSince !== undefined && validators.modified !== undefined) {
    const time = Date.parse(conditions.ifModifiedSince);
    if (!Number.isNaN(time) && wholeSeconds(validators.modified) <= time) return 304;
  }
  return 200;
}

/** Whether an If-Range header lets a range of the current form be sent. */
export function ifRangeHolds(ifRange: string | undefined, validators: Validators): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"')) return value === validators.etag;
  if (value.startsWith('W/') || validators.modified === undefined) return false;
  return Date.parse(value) === wholeSeconds(validators.modified);
}

/** Whether an entity tag is in a list such as `"a", W/"b"`, or the list is `*`. */
function matches(list: string, etag: string, weak: boolean): boolean {
  if (list === etag) return true;
  if (list.trim() === '*') return true;
  const bare = etag.startsWith('W/') ? etag.slice(2) : etag;
  let from = 0;
  for (;;) {
    const found = list.indexOf(bare, from);
    if (found === -1) return false;
    const isWeak = found >= 2 && list.startsWith('W/', found - 2);
    // An entity tag cannot hold quotes, so a quoted tag found in the list is one whole member of it.
    if (weak || (!isWeak && !etag.startsWith('W/'))) return true;
    from = found + bare.length;
  }
}

/** HTTP dates have no milliseconds. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
