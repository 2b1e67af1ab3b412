/** Bytes of a close reason that a close frame can hold. */
const LONGEST_REASON = 123;

/** Whether an endpoint may send this code in a close frame (RFC 6455, 7.4). */
export function isSendableCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false;
  if (code >= 3000 && code <= 4999) return true;
  return code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006;
}

/** Throws a RangeError for a code that must not be sent. */
export function checkCloseCode(code: number): void {
  if (!isSendableCloseCode(code)) {
    throw new RangeError(
      `${code} is no close code that can be sent. Use 1000, another code that RFC 6455 allows, or one from 3000 to 4999.`,
    );
  }
}

/** A reason cut to what fits, without half a character at its end. */
export function fittingReason(reason: string): string {
  if (reason.length * 3 <= LONGEST_REASON || Buffer.byteLength(reason) <= LONGEST_REASON) return reason;
  const bytes = Buffer.from(reason);
  let end = LONGEST_REASON;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
