/**
 * The cookies of a request by name. Of two with the same name the first counts; values that are not valid
 * percent-encoding stay as they are; `j:` values are JSON, as `cookie-parser` reads them.
 */
export function parseCookies(header: string | undefined): Record<string, unknown> {
  const cookies: Record<string, unknown> = Object.create(null);
  if (!header) return cookies;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const name = pair.slice(0, equals).trim();
    if (name === '' || name in cookies) continue;
    let value = pair.slice(equals + 1).trim();
    if (value.length > 1 && value.startsWith('"') && value.endsWith('"')) value = value.slice(1, -1);
    cookies[name] = decodedValue(value);
  }
  return cookies;
}

function decodedValue(text: string): unknown {
  let value = text;
  if (value.includes('%')) {
    try {
      value = decodeURIComponent(value);
    } catch {}
  }
  if (!value.startsWith('j:')) return value;
  try {
    return JSON.parse(value.slice(2));
  } catch {
    return value;
  }
}
