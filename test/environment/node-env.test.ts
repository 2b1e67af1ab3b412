import { describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

/** `NODE_ENV` as it is set (or not), and what the app is told. */
const modes = [
  { NODE_ENV: '', isProduction: true, isDevelopment: false },
  { NODE_ENV: 'production', isProduction: true, isDevelopment: false },
  { NODE_ENV: 'development', isProduction: false, isDevelopment: true },
];

describe.each(runtimes)('NODE_ENV on $name', (runtime) => {
  test.each(modes)(
    '$NODE_ENV: Meteor.isProduction is $isProduction; errors are shown in development only',
    async ({ NODE_ENV, ...expected }) => {
      const server = await TestServer.start(probeBundle(), runtime, { env: { NODE_ENV } });
      const client = await TestDdp.connect(server.url);
      expect((await client.call('mode')).result).toEqual(expected);
      await client.close();
      const response = await fetch(`${server.url}/fail`);
      expect(response.status).toBe(500);
      expect((await response.text()).includes('a secret of the server')).toBe(expected.isDevelopment);
      // The log has it in any case, with the place in the app's own source.
      await server.printed('a secret of the server');
      await server.stop();
      expect(server.output).toMatch(/server\/main\.js:\d+/);
    },
  );
});
