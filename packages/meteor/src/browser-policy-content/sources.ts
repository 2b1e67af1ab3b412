/** Keywords of Content-Security-Policy stand in quotes. */
export const KEYWORDS = {
  unsafeInline: "'unsafe-inline'",
  unsafeEval: "'unsafe-eval'",
  self: "'self'",
  none: "'none'",
} as const;

const ALL_KEYWORDS: ReadonlySet<string> = new Set(Object.values(KEYWORDS));

/** The directives of a policy with their sources. No sources: nothing is allowed. */
export class Sources {
  #directives = new Map<string, string[]>();

  /** Takes over the directives of a header. Throws if `default-src` is not among them. */
  static parse(policy: string): Sources {
    const sources = new Sources();
    for (const part of policy.split(';')) {
      const [directive, ...values] = part.trim().split(/\s+/);
      if (!directive) continue;
      sources.#directives.set(directive, values.includes(KEYWORDS.none) ? [] : values);
    }
    const defaults = sources.#directives.get('default-src');
    if (!defaults) throw new Error('Content Security Policies used with browser-policy must specify a default-src.');
    // A directive of its own replaces the default one in browsers; here it is meant to add to it.
    for (const [directive, values] of sources.#directives) {
      sources.#directives.set(directive, [...new Set([...values, ...defaults])]);
    }
    return sources;
  }

  static empty(): Sources {
    const sources = new Sources();
    sources.#directives.set('default-src', []);
    return sources;
  }

  get directives(): string[] {
    return [...this.#directives.keys()];
  }

  has(directive: string, source: string): boolean {
    return this.#directives.get(directive)?.includes(source) ?? false;
  }

  clear(directive: string): void {
    this.#directives.set(directive, []);
  }

  /** Adds a source as it is. A directive that is not there yet begins with the sources of `default-src`. */
  add(directive: string, source: string): void {
    if (/[\s;,]/.test(source)) {
      throw new Error(`This is no source for ${directive} of a Content-Security-Policy: ${JSON.stringify(source)}`);
    }
    this.#prepare(directive).push(source);
  }

  remove(directive: string, source: string): void {
    const sources = this.#prepare(directive);
    this.#directives.set(
      directive,
      sources.filter((one) => one !== source),
    );
  }

  /** Adds an origin, a keyword, a nonce or a hash, as a person writes it. */
  addOrigin(directive: string, origin: string): void {
    for (const source of sourcesOf(origin)) this.add(directive, source);
  }

  toString(): string {
    return [...this.#directives]
      .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ') || KEYWORDS.none};`)
      .join(' ');
  }

  #prepare(directive: string): string[] {
    let sources = this.#directives.get(directive);
    if (!sources) {
      sources = [...(this.#directives.get('default-src') ?? [])];
      this.#directives.set(directive, sources);
    }
    return sources;
  }
}

/**
 * Browsers do not agree on what an origin without a scheme or with a slash at its end means, so the former is written
 * with both schemes and the slash is taken off.
 */
function sourcesOf(origin: string): string[] {
  if (ALL_KEYWORDS.has(origin)) return [origin];
  if (/^(?:sha(?:256|384|512)|nonce)-/i.test(origin)) return [`'${origin}'`];
  const source = origin.toLowerCase().replace(/\/+$/, '');
  return /^[a-z0-9.+-]+:/.test(source) && !/^[^/:]+:(?:\d+|\*)(?:\/|$)/.test(source)
    ? [source]
    : [`http://${source}`, `https://${source}`];
}
