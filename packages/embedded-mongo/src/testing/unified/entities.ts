import { type ClientSession, type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { Unsupported } from './unsupported.js';

const CLIENT_OPTIONS = new Set([
  'retryWrites',
  'retryReads',
  'w',
  'readConcernLevel',
  'appname',
  'maxPoolSize',
  'heartbeatFrequencyMS',
  'readPreference',
  'timeoutMS',
  'serverSelectionTimeoutMS',
  'minPoolSize',
  'waitQueueTimeoutMS',
  'socketTimeoutMS',
]);

/** What a unified test makes and names. */
export class Entities {
  readonly #uri: string;
  readonly #byName = new Map<string, unknown>();
  readonly #clients: MongoClient[] = [];
  readonly #sessions: ClientSession[] = [];

  constructor(uri: string) {
    this.#uri = uri;
  }

  get(name: string): unknown {
    if (!this.#byName.has(name)) throw new Error(`There is no entity '${name}'`);
    return this.#byName.get(name);
  }

  set(name: string, value: unknown): void {
    this.#byName.set(name, value);
  }

  async create(entity: Document): Promise<void> {
    const [kind, options] = Object.entries(entity)[0] as [string, Document];
    this.set(options.id, await this.#make(kind, options));
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) await session.endSession().catch(() => {});
    for (const client of this.#clients) await client.close();
  }

  async #make(kind: string, options: Document): Promise<unknown> {
    switch (kind) {
      case 'client':
        return this.#client(options);
      case 'database': {
        const client = this.get(options.client) as MongoClient;
        return client.db(options.databaseName, options.databaseOptions) satisfies Db;
      }
      case 'collection': {
        const database = this.get(options.database) as Db;
        return database.collection(options.collectionName, options.collectionOptions) satisfies Collection;
      }
      case 'session': {
        const session = (this.get(options.client) as MongoClient).startSession(options.sessionOptions);
        this.#sessions.push(session);
        return session;
      }
      default:
        throw new Unsupported(`entities of the kind ${kind}`);
    }
  }

  async #client(options: Document): Promise<MongoClient> {
    if (options.autoEncryptOpts) throw new Unsupported('encryption');
    const given: Document = options.uriOptions ?? {};
    for (const name of Object.keys(given)) {
      if (!CLIENT_OPTIONS.has(name)) throw new Unsupported(`the client option ${name}`);
    }
    const { readConcernLevel, ...uriOptions } = given;
    const client = new MongoClient(this.#uri, {
      ...uriOptions,
      ...(readConcernLevel ? { readConcern: { level: readConcernLevel } } : {}),
      ...(options.serverApi ? { serverApi: options.serverApi } : {}),
    });
    this.#clients.push(client);
    return client.connect();
  }
}
