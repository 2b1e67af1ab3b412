import type { Document } from '@bolide/meteor/minimongo';
import { loadDriver } from '@bolide/meteor/npm-mongo';
import { ConfigurationError } from '@bolide/runtime';
import type { Db, MongoClient, Collection as RawCollection } from 'mongodb';
import type { DatabaseConnection } from '../drivers/types.js';
import { maskPassword } from './mask-password.js';

export interface DatabaseOptions {
  /** A connection string. */
  readonly url: string;
  /** How messages call the connection string. */
  readonly label?: string;
  /** Options for the driver. Default: none. */
  readonly options?: Document;
  /** Starts what listens there; nothing is asked of the database before. Default: it listens. */
  readonly start?: () => Promise<void>;
}

/** One database on one MongoDB server, through the official driver. Connects when it is first used. */
export class Database implements DatabaseConnection {
  readonly url: string;
  readonly #given: DatabaseOptions;
  #client: MongoClient | undefined;
  #streamClient: MongoClient | undefined;
  #started: Promise<void> | undefined;

  constructor(given: DatabaseOptions) {
    this.url = given.url;
    this.#given = given;
  }

  /** The driver's client. */
  get client(): MongoClient {
    this.#client ??= this.#createClient();
    return this.#client;
  }

  /** The driver's database: the one that the connection string names. */
  get db(): Db {
    return this.client.db();
  }

  rawCollection(name: string): RawCollection {
    return this.db.collection(name);
  }

  /**
   * The database for change streams. Each of them occupies a connection: those of the pool for queries would soon be
   * gone.
   */
  get streamDb(): Db {
    this.#streamClient ??= this.#createClient({ maxPoolSize: 0, minPoolSize: 0 });
    return this.#streamClient.db();
  }

  /** Resolves when there is something to send commands to. */
  started(): Promise<void> | undefined {
    if (!this.#given.start) return undefined;
    this.#started ??= this.#given.start();
    return this.#started;
  }

  /**
   * Connects, which operations otherwise do when they need to.
   * @throws ConfigurationError when the server cannot be reached, or refuses.
   */
  async connect(): Promise<void> {
    await this.started();
    try {
      await this.client.connect();
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      throw new ConfigurationError(
        `${this.#shown()} cannot be reached: ${(error as Error).message} ` +
          'Is the server running, and are the address, the user and the password right?',
      );
    }
  }

  async close(): Promise<void> {
    await this.#streamClient?.close();
    await this.#client?.close();
  }

  #createClient(more?: Document): MongoClient {
    const { MongoClient } = loadDriver();
    try {
      const client = new MongoClient(this.url, { ...this.#given.options, ...more });
      assertDatabaseName(client.db().databaseName);
      return client;
    } catch (error) {
      throw new ConfigurationError(`${this.#shown()} cannot be used: ${(error as Error).message}`);
    }
  }

  #shown(): string {
    return `${this.#given.label ?? 'The database'} ${maskPassword(this.url)}`;
  }
}

/** Otherwise it would be the server that refuses the name, with the first command. */
function assertDatabaseName(name: string): void {
  if (/[/\\. "$]/.test(name)) {
    throw new Error(`A database cannot be called "${name}": its name must not contain / \\ . " $ or spaces.`);
  }
}
