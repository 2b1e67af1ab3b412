import { describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

describe.each(runtimes)('SERVER_WEBSOCKET_COMPRESSION on $name', (runtime) => {
  test.each([
    { value: '', extension: '' },
    { value: 'false', extension: '' },
    { value: 'true', extension: 'permessage-deflate' },
    { value: '{"threshold":1024}', extension: 'permessage-deflate' },
  ])('$value: sockets have the extension "$extension"', async ({ value, extension }) => {
    const server = await TestServer.start(probeBundle(), runtime, { env: { SERVER_WEBSOCKET_COMPRESSION: value } });
    const client = await TestDdp.connect(server.url);
    expect(client.socket.extensions).toBe(extension);
    const text = 'much the same, '.repeat(10_000);
    expect((await client.call('echo', text)).result).toBe(text);
    await client.close();
    await server.stop();
  });
});
