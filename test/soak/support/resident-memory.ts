import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Bytes of memory that a process holds (RSS). */
export async function residentMemory(pid: number): Promise<number> {
  let kilobytes: string | undefined;
  if (process.platform === 'linux') {
    kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  } else {
    kilobytes = (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  }
  return Number(kilobytes) * 1024;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
