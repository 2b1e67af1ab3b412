import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** A user who may log in, and then do everything. */
export interface UserOptions {
  readonly name: string;
  readonly password: string;
}

/** What the server keeps of a password to check a SCRAM-SHA-256 login. */
export interface Credentials {
  readonly salt: Buffer;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

const ITERATIONS = 15_000;
const SALT_BYTES = 28;
const KEY_BYTES = 32;

const derive = promisify(pbkdf2);

/** Who may log in. */
export class Users {
  readonly #credentials = new Map<string, Promise<Credentials>>();
  readonly #secret = randomBytes(32);

  constructor(users: readonly UserOptions[]) {
    for (const { name, password } of users) {
      this.#credentials.set(name, deriveCredentials(prepare(password), randomBytes(SALT_BYTES)));
    }
  }

  names(): string[] {
    return [...this.#credentials.keys()];
  }

  /** `undefined` if there is no such user. */
  async credentialsOf(name: string): Promise<Credentials | undefined> {
    return this.#credentials.get(name);
  }

  /** What a user who is not there would have: always the same, so that nobody can tell. */
  decoyFor(name: string): Credentials {
    const salt = createHmac('sha256', this.#secret).update(name).digest().subarray(0, SALT_BYTES);
    return { salt, iterations: ITERATIONS, storedKey: randomBytes(KEY_BYTES), serverKey: randomBytes(KEY_BYTES) };
  }
}

async function deriveCredentials(password: string, salt: Buffer): Promise<Credentials> {
  const salted = await derive(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  return {
    salt,
    iterations: ITERATIONS,
    storedKey: createHash('sha256').update(clientKey).digest(),
    serverKey: createHmac('sha256', salted).update('Server Key').digest(),
  };
}

/** What SASLprep does to passwords that people use: spaces become plain ones, soft hyphens go, forms are normalized. */
function prepare(password: string): string {
  return password
    .replace(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g, ' ')
    .replace(/\u00ad|\u1806|\u200c|\u200d|\u2060|\ufeff/g, '')
    .normalize('NFKC');
}
