import { describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const own = '127.0.0.1';

/** What clients and proxies may send with so many trusted proxies, and whom the server takes the client for. */
const cases: readonly {
  readonly count: string;
  readonly seen: readonly (readonly [forwardedFor: string | undefined, address: string])[];
}[] = [
  {
    count: '0',
    seen: [
      [undefined, own],
      ['6.6.6.6', own],
      ['6.6.6.6, 1.2.3.4', own],
    ],
  },
  {
    count: '1',
    seen: [
      [undefined, own],
      ['1.2.3.4', '1.2.3.4'],
      // Only what the proxy appended counts; the rest is what the client made up.
      ['6.6.6.6, 1.2.3.4', '1.2.3.4'],
      ['6.6.6.6,7.7.7.7,,  1.2.3.4 ', '1.2.3.4'],
      ['2001:db8::1', '2001:db8::1'],
    ],
  },
  {
    count: '2',
    seen: [
      // Fewer than there are proxies: somebody came another way.
      ['1.2.3.4', own],
      ['1.2.3.4, 10.0.0.1', '1.2.3.4'],
      ['6.6.6.6, 1.2.3.4, 10.0.0.1', '1.2.3.4'],
    ],
  },
];

describe.each(runtimes)('HTTP_FORWARDED_COUNT on $name', (runtime) => {
  test.each(cases)('$count: connection.clientAddress', async ({ count, seen }) => {
    const server = await TestServer.start(probeBundle(), runtime, { env: { HTTP_FORWARDED_COUNT: count } });
    for (const [forwardedFor, address] of seen) {
      const client = await TestDdp.connect(
        server.url,
        forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor },
      );
      const { result } = await client.call('connection');
      expect((result as { clientAddress: string }).clientAddress, forwardedFor).toBe(address);
      await client.close();
    }
    await server.stop();
  });

  test('connection.httpHeaders has no cookies', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const client = await TestDdp.connect(server.url, {
      Cookie: 'a=secret',
      'User-Agent': 'test',
      'X-Real-IP': '1.1.1.1',
    });
    const { result } = await client.call('connection');
    const { httpHeaders } = result as { httpHeaders: Record<string, string> };
    expect(httpHeaders).toMatchObject({
      'user-agent': 'test',
      'x-real-ip': '1.1.1.1',
      host: `127.0.0.1:${server.port}`,
    });
    expect(JSON.stringify(httpHeaders)).not.toContain('secret');
    await client.close();
    await server.stop();
  });
});
