import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MongoError } from '../engine/mongo-error.js';
import type { Credentials, Users } from './users.js';

const MAX_PAYLOAD_BYTES = 4096;

/** The server's half of one SCRAM-SHA-256 login (RFC 5802, RFC 7677). */
export class ScramConversation {
  readonly id = 1;
  readonly skipEmptyExchange: boolean;
  readonly #users: Users;
  #step: 'first' | 'proof' | 'empty' | 'done' = 'first';
  #name = '';
  #known = false;
  #credentials: Credentials | undefined;
  #nonce = '';
  /** The client's first message without its header, and the server's answer: part of what is signed. */
  #signed = '';
  #channel = '';

  constructor(users: Users, skipEmptyExchange: boolean) {
    this.#users = users;
    this.skipEmptyExchange = skipEmptyExchange;
  }

  /** The user, once the login is complete. */
  get user(): string | undefined {
    return this.#step === 'done' ? this.#name : undefined;
  }

  /**
   * Answers a message of the client.
   * @throws MongoError 18 AuthenticationFailed
   */
  async answer(payload: Uint8Array): Promise<string> {
    if (payload.byteLength > MAX_PAYLOAD_BYTES) throw failed();
    const message = Buffer.from(payload).toString('utf8');
    switch (this.#step) {
      case 'first':
        return this.#answerFirst(message);
      case 'proof':
        return this.#answerProof(message);
      case 'empty':
        this.#step = 'done';
        return '';
      default:
        throw failed();
    }
  }

  async #answerFirst(message: string): Promise<string> {
    const header = /^([nyp])(?:=[^,]*)?,(?:a=[^,]*)?,/.exec(message)?.[0];
    const bare = header === undefined ? '' : message.slice(header.length);
    const [, escapedName, clientNonce] = /^n=([^,]+),r=([!-+\--~]+)/.exec(bare) ?? [];
    if (header === undefined || header.startsWith('p') || !escapedName || !clientNonce) throw failed();
    this.#name = escapedName.replaceAll('=2C', ',').replaceAll('=3D', '=');
    const credentials = await this.#users.credentialsOf(this.#name);
    this.#known = credentials !== undefined;
    this.#credentials = credentials ?? this.#users.decoyFor(this.#name);
    this.#nonce = clientNonce + randomBytes(24).toString('base64');
    this.#channel = Buffer.from(header).toString('base64');
    const { salt, iterations } = this.#credentials;
    const reply = `r=${this.#nonce},s=${salt.toString('base64')},i=${iterations}`;
    this.#signed = `${bare},${reply}`;
    this.#step = 'proof';
    return reply;
  }

  #answerProof(message: string): string {
    const [, withoutProof, channel, nonce, proof] = /^(c=([^,]+),r=([^,]+)),p=([A-Za-z0-9+/=]+)$/.exec(message) ?? [];
    const credentials = this.#credentials;
    if (!credentials || !proof || channel !== this.#channel || nonce !== this.#nonce) throw failed();
    const signed = `${this.#signed},${withoutProof}`;
    const signature = createHmac('sha256', credentials.storedKey).update(signed).digest();
    const given = Buffer.from(proof, 'base64');
    if (given.length !== signature.length) throw failed();
    const clientKey = given.map((byte, index) => byte ^ (signature[index] as number));
    const storedKey = createHash('sha256').update(clientKey).digest();
    if (!timingSafeEqual(storedKey, credentials.storedKey) || !this.#known) throw failed();
    this.#step = this.skipEmptyExchange ? 'done' : 'empty';
    return `v=${createHmac('sha256', credentials.serverKey).update(signed).digest('base64')}`;
  }
}

function failed(): MongoError {
  return new MongoError(18, 'Authentication failed.');
}
