const INTERVAL = 3_000;

/**
 * Ends this process when the process `pid` is gone (METEOR_PARENT_PID): a server that a tool started must not outlive it.
 *
 * @param end default: says so and exits with code 1
 * @returns a function that stops watching
 */
export function watchParent(pid: number, end: () => void = endProcess, interval = INTERVAL): () => void {
  const timer = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(timer);
    end();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function endProcess(): void {
  console.error('Parent process is dead! Exiting.');
  process.exit(1);
}
