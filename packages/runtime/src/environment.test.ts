import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderEnvironmentDocs } from '../../../scripts/environment-docs.mjs';
import { ConfigurationError } from './configuration-error.js';
import { variables } from './environment.js';
import { readEnvironment, requireRootUrl } from './read-environment.js';

describe('readEnvironment', () => {
  test('nothing set: the defaults', () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({ PORT: 3000, HTTP_FORWARDED_COUNT: 0, NODE_ENV: 'production' });
    expect(environment.ROOT_URL).toBe(undefined);
    expect(environment.DISABLE_SOCKJS).toBe(false);
    expect(readEnvironment({ PORT: ' ' }).PORT).toBe(3000);
  });

  test('values become what their types say', () => {
    const environment = readEnvironment({
      PORT: '0',
      UNIX_SOCKET_PERMISSIONS: '660',
      ROOT_URL: 'https://example.com/app',
      DISABLE_SOCKJS: '1',
      METEOR_PRINT_ON_LISTEN: 'false',
      SERVER_WEBSOCKET_COMPRESSION: '{"threshold":1}',
      METEOR_INSPECT_BRK: '127.0.0.1:9300',
      METEOR_PARENT_PID: '12',
      DDP_DEFAULT_CONNECTION_URL: 'wss://ddp.example.com',
    });
    expect(environment).toMatchObject({
      PORT: 0,
      UNIX_SOCKET_PERMISSIONS: 0o660,
      ROOT_URL: 'https://example.com/app',
      DISABLE_SOCKJS: true,
      METEOR_PRINT_ON_LISTEN: false,
      SERVER_WEBSOCKET_COMPRESSION: true,
      METEOR_INSPECT_BRK: { host: '127.0.0.1', port: 9300 },
      METEOR_PARENT_PID: 12,
      DDP_DEFAULT_CONNECTION_URL: 'wss://ddp.example.com',
    });
    expect(readEnvironment({ METEOR_INSPECT_BRK: '1' }).METEOR_INSPECT_BRK).toEqual({ port: 9229 });
    expect(readEnvironment({ METEOR_INSPECT_BRK: '0' }).METEOR_INSPECT_BRK).toBe(undefined);
    expect(readEnvironment({ SERVER_WEBSOCKET_COMPRESSION: 'false' }).SERVER_WEBSOCKET_COMPRESSION).toBe(false);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['BIND_IP', 'http://x'],
    ['ROOT_URL', 'www.example.com'],
    ['ROOT_URL', 'ftp://example.com'],
    ['ROOT_URL', 'http://'],
    ['HTTP_FORWARDED_COUNT', 'two'],
    ['UNIX_SOCKET_PERMISSIONS', '999'],
    ['METEOR_PARENT_PID', '0'],
    ['METEOR_INSPECT_BRK', '127.0.0.1:70000'],
    ['DDP_DEFAULT_CONNECTION_URL', 'mongodb://x'],
    ['SERVER_WEBSOCKET_COMPRESSION', 'yes please'],
  ])('%s=%s is refused with its name, its value and what it must be', (name, value) => {
    const read = () => readEnvironment({ [name]: value });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(`${name} is "${value}". It must be `);
  });

  test('ROOT_URL is required by those who listen', () => {
    expect(() => requireRootUrl({})).toThrow('ROOT_URL is not set. It must be the address');
    expect(requireRootUrl({ ROOT_URL: 'http://localhost:3000' })).toBe('http://localhost:3000');
  });
});

test('docs/environment.md says what the table says (node scripts/environment-docs.mjs writes it)', () => {
  const docs = readFileSync(new URL('../../../docs/environment.md', import.meta.url), 'utf8');
  expect(docs).toBe(renderEnvironmentDocs(variables));
});
