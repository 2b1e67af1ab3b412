import type { Target } from '../options.js';
import { startServer } from './server-process.js';
import type { Subject } from './subject.js';

/** Where a subject is reached. */
export interface Reachable {
  readonly hostname: string;
  readonly port: number;
  readonly pid?: number;
  /** Path of the address that the server was named with, without a slash at the end. */
  readonly prefix: string;
}

/** Runs `use` while all servers run; they are stopped however it ends. */
export async function withServers<T>(
  subjects: readonly Subject[],
  use: (servers: ReadonlyMap<Subject, Reachable>) => Promise<T>,
): Promise<T> {
  const servers = new Map<Subject, Reachable>();
  const stops: (() => Promise<void>)[] = [];
  try {
    for (const subject of subjects) {
      if ('url' in subject.start) {
        servers.set(subject, reach(subject.start));
      } else {
        const { hostname, port, pid, stop } = await startServer(subject.start);
        stops.push(stop);
        servers.set(subject, { hostname, port, prefix: '', ...(pid !== undefined && { pid }) });
      }
    }
    return await use(servers);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

function reach({ url, pid }: { readonly url: string; readonly pid?: number }): Reachable {
  const { hostname, port, pathname } = new URL(url);
  return {
    hostname,
    port: Number(port || 80),
    prefix: pathname.replace(/\/$/, ''),
    ...(pid !== undefined && { pid }),
  };
}

export const targetSubject = ({ name, url, pid }: Target, beside: readonly string[]): Subject => ({
  id: `target-${name}`,
  title: name,
  kind: 'target',
  beside,
  start: { url, ...(pid !== undefined && { pid }) },
});
