import { EJSON } from '@bolide/meteor/ejson';

/** Arguments for the publication: without the callbacks that can come last. */
export function publicationArguments(args: readonly unknown[]): readonly unknown[] {
  const last = args.at(-1);
  const isCallback =
    typeof last === 'function' ||
    (typeof last === 'object' && last !== null && Object.values(last).some((value) => typeof value === 'function'));
  return isCallback ? args.slice(0, -1) : args;
}

/** Equal for equal subscriptions. */
export const subscriptionKey = (name: string, args: readonly unknown[]): string =>
  EJSON.stringify([name, ...publicationArguments(args)] as never, { canonical: true });
