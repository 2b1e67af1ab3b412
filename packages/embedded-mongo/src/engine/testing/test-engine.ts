import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../index.js';
import type { CollectionOptions, Engine, EngineCollection, EngineOptions } from '../types.js';

/** An engine in a folder of its own, which goes away with it. */
export class TestEngine {
  readonly directory = mkdtempSync(join(tmpdir(), 'bolide-engine-'));
  readonly #options: Partial<EngineOptions>;
  #engine: Engine;

  constructor(options: Partial<EngineOptions> = {}) {
    this.#options = options;
    this.#engine = this.#open();
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** Closes and opens again. */
  restart(): Engine {
    this.#engine.close();
    this.#engine = this.#open();
    return this.#engine;
  }

  create(name = 'things', options: CollectionOptions = {}): EngineCollection {
    return this.#engine.createCollection('test', name, options);
  }

  get(name = 'things'): EngineCollection {
    const collection = this.#engine.collection('test', name);
    if (!collection) throw new Error(`There is no collection ${name}`);
    return collection;
  }

  dispose(): void {
    this.#engine.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #open(): Engine {
    return openEngine({ directory: this.directory, ...this.#options });
  }
}
