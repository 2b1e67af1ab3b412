import { ConfigurationError } from '@bolide/runtime';

/**
 * Should WebSockets be compressed? Only when `SERVER_WEBSOCKET_COMPRESSION` is set to JSON that is not false, null or 0.
 * @throws ConfigurationError when it is not JSON.
 */
export function readCompression(value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  try {
    return Boolean(JSON.parse(value));
  } catch {
    throw new ConfigurationError(
      `SERVER_WEBSOCKET_COMPRESSION must be JSON, for example true or false, not ${JSON.stringify(value)}.`,
    );
  }
}
