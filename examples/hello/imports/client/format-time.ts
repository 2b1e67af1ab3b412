/** The server's clock as this browser's user reads it. */
export function formatTime(time: Date): string {
  return time.toLocaleTimeString(undefined, { timeStyle: 'medium' });
}
