/** A user who may log in. */
export interface UserOptions {
  readonly name: string;
  readonly password: string;
}

/** Who may log in. */
export class Users {
  names(): string[] {
    return [];
  }
}
