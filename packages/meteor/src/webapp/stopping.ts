const callbacks: (() => void | Promise<void>)[] = [];

export function onStopping(callback: () => void | Promise<void>): void {
  callbacks.push(callback);
}

/** Runs all callbacks at the same time. One that fails does not keep the others from being waited for. */
export async function runStopping(): Promise<void> {
  await Promise.all(
    callbacks.map(async (callback) => {
      try {
        await callback();
      } catch (error) {
        console.error('Error while stopping:', error);
      }
    }),
  );
}
