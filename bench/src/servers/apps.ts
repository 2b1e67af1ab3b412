import { benchAppBundle, helloBundle } from './build-app.js';
import type { ServerCommand } from './server-process.js';
import { bareServer, bundleOn, type RuntimeName, type Subject } from './subject.js';

/** A server that the suite starts itself. */
export type StartedSubject = Subject & { readonly start: ServerCommand };

/** examples/hello and the bench app on each runtime, beside the runtime itself. */
export async function bothApps(log: (text: string) => void): Promise<StartedSubject[]> {
  log('building hello and the bench app');
  const hello = await helloBundle();
  const bench = await benchAppBundle();
  const onRuntime = (runtime: RuntimeName, bare: string, title: string): Subject[] => [
    bundleOn(hello, runtime, [bare], { id: 'hello', title: 'hello' }),
    bundleOn(bench, runtime, [bare], { id: 'bench-app', title: 'bench app' }),
    bareServer(bare, runtime, title),
  ];
  return [
    ...onRuntime('node', 'node-hello', 'bare node:http'),
    ...onRuntime('bun', 'bun-hello', 'bare Bun.serve'),
  ] as StartedSubject[];
}
