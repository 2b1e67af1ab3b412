import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StaticForm } from '../static-forms.js';
import { sendFromDisk } from './send-from-disk.js';

// The host for Bun has a file of its own for this.
test.skipIf(process.versions.bun !== undefined)(
  'a client that leaves lets go of the files of all requests on its connection',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bolide-host-'));
    const size = 4_000_000;
    const source = join(folder, 'large');
    await writeFile(source, new Uint8Array(size));
    const form = { source, size } as StaticForm;
    const sent: Promise<void>[] = [];
    const server = createServer((_request, response) => {
      sent.push(sendFromDisk(response, form, 0, size - 1, () => response.writeHead(200)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5));
    await once(client, 'data');
    while (sent.length < 5) await new Promise(setImmediate);
    client.destroy();
    // Each closes its file before it resolves.
    expect(await Promise.all(sent)).toHaveLength(5);
    server.close();
    await rm(folder, { recursive: true });
  },
);
