/** `network`: answered by the server, never by a file. `static-online`: a file that must not be cached for offline use. */
export type RouteType = 'network' | 'static-online';

/** The part of a client program's manifest that {@link RoutePolicy} looks at. */
export type RouteManifest = readonly { readonly type: string; readonly where: string; readonly url?: string }[];

/**
 * Declares which URL prefixes the server answers itself, so that the app's HTML page is not sent for them.
 * A prefix is a plain string prefix: `/foo` also covers `/foobar`.
 */
export class RoutePolicy {
  /** Prefix → type. */
  readonly urlPrefixTypes: Record<string, RouteType> = Object.create(null);
  readonly #manifests: () => Iterable<RouteManifest>;
  /** Kept beside the record because `classify` runs for every page that is asked for. */
  #prefixes: readonly string[] = [];

  /** `manifests` gives those of the client programs, to find files that a network route would hide. Default: none. */
  constructor(manifests: () => Iterable<RouteManifest> = () => []) {
    this.#manifests = manifests;
  }

  urlPrefixMatches(urlPrefix: string, url: string): boolean {
    return url.startsWith(urlPrefix);
  }

  /** What is wrong with the type, or `null`. */
  checkType(type: string): string | null {
    return type === 'network' || type === 'static-online'
      ? null
      : 'the route type must be "network" or "static-online"';
  }

  /** What is wrong with declaring the prefix with that type, or `null`. */
  checkUrlPrefix(urlPrefix: string, type: string): string | null {
    if (!urlPrefix.startsWith('/')) return 'a route URL prefix must begin with a slash';
    if (urlPrefix === '/') return 'a route URL prefix cannot be /';
    const existing = this.urlPrefixTypes[urlPrefix];
    if (existing !== undefined && existing !== type) {
      return `the route URL prefix ${urlPrefix} has already been declared to be of type ${existing}`;
    }
    return null;
  }

  /** The file that a network route would hide, as an error message, or `null`. */
  checkForConflictWithStatic(urlPrefix: string, type: string, manifest?: RouteManifest): string | null {
    if (type === 'static-online') return null;
    for (const resources of manifest ? [manifest] : this.#manifests()) {
      const conflict = resources.find(
        (resource) =>
          // Meteor's tool calls the files of `public/` assets; `static` is what older programs call them.
          (resource.type === 'static' || resource.type === 'asset') &&
          resource.where === 'client' &&
          resource.url !== undefined &&
          this.urlPrefixMatches(urlPrefix, resource.url),
      );
      if (conflict) return `static resource ${conflict.url} conflicts with ${type} route ${urlPrefix}`;
    }
    return null;
  }

  /**
   * Declares the type of a prefix. Declaring the same again does nothing.
   * Throws if the prefix or the type is not valid, was declared with another type, or would hide a file.
   */
  declare(urlPrefix: string, type: RouteType): void {
    const problem =
      this.checkType(type) ?? this.checkUrlPrefix(urlPrefix, type) ?? this.checkForConflictWithStatic(urlPrefix, type);
    if (problem !== null) throw new Error(problem);
    this.urlPrefixTypes[urlPrefix] = type;
    this.#prefixes = Object.keys(this.urlPrefixTypes);
  }

  /** True for a path with a leading slash; false for the absolute URLs that proxies are asked for. */
  isValidUrl(url: string): boolean {
    return url.startsWith('/');
  }

  /** The type declared for the URL's prefix, or `null`. Throws for a URL that is not relative. */
  classify(url: string): RouteType | null {
    if (!this.isValidUrl(url)) throw new Error(`url must be a relative URL: ${url}`);
    for (const prefix of this.#prefixes) {
      if (url.startsWith(prefix)) return this.urlPrefixTypes[prefix] ?? null;
    }
    return null;
  }

  /** All prefixes declared with that type, sorted. */
  urlPrefixesFor(type: RouteType): string[] {
    return this.#prefixes.filter((prefix) => this.urlPrefixTypes[prefix] === type).sort();
  }
}
