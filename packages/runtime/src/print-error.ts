import { ConfigurationError } from './configuration-error.js';

/** Prints an error that ends the process. Errors of configuration and of the bundle are for people: only their message. */
export function printFatalError(error: unknown): void {
  const isForPeople = error instanceof ConfigurationError || (error as Error | null)?.name === 'BundleError';
  console.error(isForPeople ? (error as Error).message : error);
}
