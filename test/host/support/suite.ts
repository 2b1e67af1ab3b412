import { afterAll, beforeAll, describe } from 'vitest';
import { type Runtime, runtimes } from '../../support/runtimes.js';
import { type FixtureOptions, FixtureServer } from './fixture-server.js';

/** What a runtime cannot do; the suite then asks for what it does instead. */
export interface Capabilities {
  /** Sees the request target as it was sent; else as the URL parser leaves it. */
  readonly rawTargets: boolean;
  /** Answers requests that its parser refuses with a page; else with the status line only. */
  readonly parserErrorPages: boolean;
  /** Keeps an unknown method apart from garbage. */
  readonly unknownMethods: boolean;
}

const capabilities: Readonly<Record<Runtime['name'], Capabilities>> = {
  node: { rawTargets: true, parserErrorPages: true, unknownMethods: true },
  bun: { rawTargets: false, parserErrorPages: false, unknownMethods: false },
};

/** Runs one group of questions on every runtime, against a server that is started once for the group. */
export function describeHost(
  title: string,
  options: FixtureOptions | (() => FixtureOptions),
  questions: (server: () => FixtureServer, capabilities: Capabilities, runtime: Runtime) => void,
): void {
  describe.each(runtimes.map((runtime) => [runtime.name, runtime] as const))(`${title} on %s`, (name, runtime) => {
    let server: FixtureServer | undefined;
    beforeAll(async () => {
      server = await FixtureServer.start(runtime, typeof options === 'function' ? options() : options);
    });
    afterAll(() => server?.kill());
    questions(
      () => {
        if (!server) throw new Error('The fixture has not started.');
        return server;
      },
      capabilities[name],
      runtime,
    );
  });
}
