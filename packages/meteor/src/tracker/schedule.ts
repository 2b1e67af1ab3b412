declare const setImmediate: ((callback: () => void) => unknown) | undefined;

/**
 * Calls back as soon as the event loop has run once: not before the present events are handled, as a microtask would,
 * and without the 4 ms that browsers add to nested timers.
 */
export function schedule(callback: () => void): void {
  if (typeof setImmediate === 'function') {
    setImmediate(callback);
  } else if (typeof MessageChannel === 'function') {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      callback();
    };
    channel.port2.postMessage(null);
  } else {
    setTimeout(callback, 0);
  }
}
