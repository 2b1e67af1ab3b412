import { ConfigurationError } from './configuration-error.js';

/** Errors of other packages that say all there is to say in their message. */
const FOR_PEOPLE: ReadonlySet<unknown> = new Set(['BundleError', 'HostError']);

/**
 * Prints an error that ends the process. Errors of configuration, of the bundle and of listening (port taken …) are for
 * people: only their message.
 */
export function printFatalError(error: unknown): void {
  const isForPeople = error instanceof ConfigurationError || FOR_PEOPLE.has((error as Error | null)?.name);
  console.error(isForPeople ? (error as Error).message : error);
}
