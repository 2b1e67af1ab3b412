type Extension = (this: never, name: never, options: never) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: methods that packages add to collections are of any type
type AnyMethod = (...args: any[]) => unknown;

/** Lets packages add to all collections that are made afterwards. */
export interface CollectionExtensionsApi {
  /** Calls `extension(name, options)`, with the collection as `this`, whenever one is made. */
  addExtension(extension: Extension): void;
  removeExtension(extension: Extension): void;
  /** Gives collections a method. */
  addPrototypeMethod(name: string, method: AnyMethod): void;
  removePrototypeMethod(name: string): void;
  /** Gives `Mongo.Collection` a method. */
  addStaticMethod(name: string, method: AnyMethod): void;
  removeStaticMethod(name: string): void;
  clearExtensions(): void;
  getExtensions(): Extension[];
  getPrototypeMethods(): Map<string, AnyMethod>;
  getStaticMethods(): Map<string, AnyMethod>;
}

function assertMethod(kind: string, name: unknown, method: unknown): void {
  if (typeof name !== 'string' || name === '') throw new Error(`${kind} method name must be a non-empty string`);
  if (typeof method !== 'function') throw new Error(`${kind} method must be a function`);
}

/** What packages have added to collections. */
export class Extensions implements CollectionExtensionsApi {
  #extensions: Extension[] = [];
  readonly #prototypeMethods = new Map<string, AnyMethod>();
  readonly #staticMethods = new Map<string, AnyMethod>();
  #collectionClass: object | undefined;

  addExtension(extension: Extension): void {
    if (typeof extension !== 'function') throw new Error('Extension must be a function');
    this.#extensions.push(extension);
  }

  removeExtension(extension: Extension): void {
    this.#extensions = this.#extensions.filter((each) => each !== extension);
  }

  addPrototypeMethod(name: string, method: AnyMethod): void {
    assertMethod('Prototype', name, method);
    this.#prototypeMethods.set(name, method);
  }

  removePrototypeMethod(name: string): void {
    this.#prototypeMethods.delete(name);
  }

  addStaticMethod(name: string, method: AnyMethod): void {
    assertMethod('Static', name, method);
    this.#staticMethods.set(name, method);
    if (this.#collectionClass) (this.#collectionClass as Record<string, unknown>)[name] = method;
  }

  removeStaticMethod(name: string): void {
    this.#staticMethods.delete(name);
  }

  clearExtensions(): void {
    this.#extensions = [];
    this.#prototypeMethods.clear();
    this.#staticMethods.clear();
  }

  getExtensions(): Extension[] {
    return [...this.#extensions];
  }

  getPrototypeMethods(): Map<string, AnyMethod> {
    return new Map(this.#prototypeMethods);
  }

  getStaticMethods(): Map<string, AnyMethod> {
    return new Map(this.#staticMethods);
  }

  _applyExtensions(collection: object, name: string | null, options: object): void {
    for (const extension of this.#extensions) {
      try {
        (extension as AnyMethod).call(collection, name, options);
      } catch (error) {
        throw new Error(`Extension failed for collection '${name}': ${(error as Error).message}`, { cause: error });
      }
    }
    for (const [method, func] of this.#prototypeMethods) {
      (collection as Record<string, unknown>)[method] = func.bind(collection);
    }
  }

  _applyStaticMethods(collectionClass: object): void {
    this.#collectionClass = collectionClass;
    Object.assign(collectionClass, Object.fromEntries(this.#staticMethods));
  }
}

const NAMES = [
  'addExtension',
  'removeExtension',
  'addPrototypeMethod',
  'removePrototypeMethod',
  'addStaticMethod',
  'removeStaticMethod',
  'clearExtensions',
  'getExtensions',
  'getPrototypeMethods',
  'getStaticMethods',
] as const;

/** The methods of `extensions`, to be put on `Mongo.Collection`. */
export function extensionMethods(extensions: Extensions): CollectionExtensionsApi {
  const bound = NAMES.map((name) => [name, (extensions[name] as AnyMethod).bind(extensions)]);
  return Object.fromEntries(bound) as CollectionExtensionsApi;
}
