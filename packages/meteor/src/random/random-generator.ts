// Without characters that people confuse: no 0 O 1 I l, no U and V.
const UNMISTAKABLE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz';
const BASE64URL_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';

/** What every source of randomness offers, made from one primitive: `fraction`. */
export abstract class RandomGenerator {
  /** A number from 0 up to, not including, 1. */
  abstract fraction(): number;

  /** A string of `digits` hexadecimal digits. */
  hexString(digits: number): string {
    return this._randomString(digits, '0123456789abcdef');
  }

  /**
   * An identifier such as `"Jjwjg6gouWLXhMGKW"`.
   *
   * @param length Number of characters; default 17, about 96 bits.
   */
  id(length = 17): string {
    return this._randomString(length, UNMISTAKABLE_CHARACTERS);
  }

  /**
   * A secret for machines, of 6 bits per character.
   *
   * @param length Number of characters; default 43, about 256 bits.
   */
  secret(length = 43): string {
    return this._randomString(length, BASE64URL_CHARACTERS);
  }

  /** An element of an array (`undefined` if it is empty), or a character of a string (`''` if it is empty). */
  choice(text: string): string;
  choice<T>(array: ArrayLike<T>): T | undefined;
  choice<T>(choices: string | ArrayLike<T>): string | T | undefined {
    const index = Math.floor(this.fraction() * choices.length);
    return typeof choices === 'string' ? choices.charAt(index) : choices[index];
  }

  _randomString(length: number, alphabet: string): string {
    let text = '';
    for (let i = 0; i < length; i++) text += alphabet.charAt(Math.floor(this.fraction() * alphabet.length));
    return text;
  }
}
