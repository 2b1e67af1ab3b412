import { type EnvironmentVariable, Meteor } from '@bolide/meteor/meteor';
import { isArguments } from './kinds.js';

/** Takes note of which arguments of a call have been given to `check`. */
export class ArgumentChecker {
  readonly #unchecked: unknown[];
  readonly #description: string;

  constructor(args: ArrayLike<unknown>, description: string) {
    this.#unchecked = Array.from(args);
    this.#description = description;
  }

  /** `value` is being checked: one of the arguments, or an array of some of them. */
  checking(value: unknown): void {
    if (this.#checkingOne(value)) return;
    if (Array.isArray(value) || isArguments(value)) {
      for (const element of Array.from(value)) this.#checkingOne(element);
    }
  }

  /** @throws Error if an argument has not been checked. */
  throwUnlessAllArgumentsHaveBeenChecked(): void {
    if (this.#unchecked.length > 0) throw new Error(`Did not check() all arguments during ${this.#description}`);
  }

  #checkingOne(value: unknown): boolean {
    // Equal primitives count for each other: nothing tells them apart.
    const index = this.#unchecked.findIndex((argument) => Object.is(argument, value) || argument === value);
    if (index === -1) return false;
    this.#unchecked.splice(index, 1);
    return true;
  }
}

/** Made by the first audit, so that without audits `check` has nothing to look up. */
let currentChecker: EnvironmentVariable<ArgumentChecker> | undefined;

/** Tells the audit of the running call, if any, that a value is being checked. */
export function noteChecking(value: unknown): void {
  if (currentChecker) currentChecker.get()?.checking(value);
}

/**
 * Calls `func` and sees to it that it gives every argument to `check`, before it returns or before its promise
 * resolves.
 *
 * @throws Error (or rejects) if it did not.
 */
export function auditCall<Result>(
  func: (...args: never[]) => Result,
  context: unknown,
  args: ArrayLike<unknown>,
  description: string,
): Result {
  currentChecker ??= new Meteor.EnvironmentVariable<ArgumentChecker>();
  const checker = new ArgumentChecker(args, description);
  const result = currentChecker.withValue(checker, () => func.apply(context, args as never[]));
  if (isPromiseLike(result)) {
    return result.then((value) => {
      checker.throwUnlessAllArgumentsHaveBeenChecked();
      return value;
    }) as Result;
  }
  checker.throwUnlessAllArgumentsHaveBeenChecked();
  return result;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
