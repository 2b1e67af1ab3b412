import { readFileSync } from 'node:fs';

/** Milliseconds of one clock tick of the kernel's process statistics: 100 a second on every Linux that Node runs on. */
const TICK = 10;

/**
 * CPU time that a process has used, user and system, all threads, in milliseconds; in steps of 10.
 * `undefined` where there is no `/proc`, or no such process.
 */
export function cpuMilliseconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name in parentheses, which may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return undefined;
  }
}

/** Memory of a process that is in RAM, in bytes. `undefined` where there is no `/proc`, or no such process. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
