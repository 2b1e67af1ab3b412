/**
 * The person who starts the server gave it something it cannot work with (an environment variable, settings,
 * a damaged bundle). The message says what, where, and what to do; the stack says nothing more, so it is not printed.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
