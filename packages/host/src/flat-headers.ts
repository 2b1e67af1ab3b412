/** Headers as name, value, name, value … A list as value stands for a header that is sent several times. */
export type FlatHeaders = readonly (string | readonly string[])[];

/** The headers of a Web response, cookies as a list. */
export function flatWebHeaders(headers: Headers): FlatHeaders {
  const flat: (string | readonly string[])[] = [];
  for (const [name, value] of headers) if (name !== 'set-cookie') flat.push(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) flat.push('set-cookie', cookies);
  return flat;
}
