import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { watchParent } from './parent-watch.js';

test('calls the end once the process is gone, and not before', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  let ended = 0;
  const gone = new Promise<void>((resolve) => {
    watchParent(
      child.pid as number,
      () => {
        ended++;
        resolve();
      },
      5,
    );
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(ended).toBe(0);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  // The watch itself does not keep the process alive; the test has to.
  const keepAlive = setInterval(() => {}, 1000);
  await gone;
  clearInterval(keepAlive);
  expect(ended).toBe(1);
});
