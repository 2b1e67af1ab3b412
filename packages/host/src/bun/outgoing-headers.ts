import { validateHeaderName, validateHeaderValue } from 'node:http';

/** What node:http takes as the value of a header. */
export type HeaderValue = number | string | readonly string[];

/** The headers of a response as ServerResponse keeps them: names as they were given, found in any case. */
export class OutgoingHeaders {
  readonly #entries = new Map<string, { readonly name: string; readonly value: HeaderValue }>();

  /** Throws node's errors for names and values that cannot be sent. */
  set(name: string, value: HeaderValue): void {
    validateHeaderName(name);
    validate(name, value);
    this.#entries.set(name.toLowerCase(), { name, value });
  }

  append(name: string, value: HeaderValue): void {
    const before = this.#entries.get(String(name).toLowerCase());
    if (before === undefined) {
      this.set(name, value);
      return;
    }
    validate(name, value);
    const values = [before.value, value].flat().map(String);
    this.#entries.set(name.toLowerCase(), { name: before.name, value: values });
  }

  get(name: string): HeaderValue | undefined {
    return this.#entries.get(String(name).toLowerCase())?.value;
  }

  has(name: string): boolean {
    return this.#entries.has(String(name).toLowerCase());
  }

  delete(name: string): void {
    this.#entries.delete(String(name).toLowerCase());
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  rawNames(): string[] {
    return Array.from(this.#entries.values(), ({ name }) => name);
  }

  toObject(): Record<string, HeaderValue> {
    const object: Record<string, HeaderValue> = Object.create(null);
    for (const [name, { value }] of this.#entries) object[name] = value;
    return object;
  }

  /** For a Web response. How the body travels is Bun's business. */
  toWeb(): Headers {
    const headers = new Headers();
    for (const [lower, { name, value }] of this.#entries) {
      if (lower === 'transfer-encoding' || lower === 'keep-alive') continue;
      if (typeof value === 'object') for (const one of value) headers.append(name, String(one));
      else headers.set(name, String(value));
    }
    return headers;
  }
}

function validate(name: string, value: HeaderValue): void {
  if (typeof value === 'object' && value !== null) for (const one of value) validateHeaderValue(name, one as string);
  else validateHeaderValue(name, value as string);
}
