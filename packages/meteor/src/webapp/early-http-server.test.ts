import { EventEmitter } from 'node:events';
import { createServer, Server } from 'node:http';
import type { HttpServerLike } from '@bolide/host';
import { describe, expect, test } from 'vitest';
import { EarlyHttpServer } from './early-http-server.js';

describe('a server that there is not yet', () => {
  test('keeps listeners and settings for the real one', () => {
    const early = new EarlyHttpServer();
    const heard: unknown[] = [];
    early.server.on('request', (value) => heard.push(['request', value]));
    early.server.once('listening', () => heard.push('listening'));
    early.server.setTimeout(7_000, () => heard.push('timeout'));
    early.server.headersTimeout = 1_000;
    const gone = () => heard.push('gone');
    early.server.on('close', gone);
    early.server.off('close', gone);
    expect(early.server.listening).toBe(false);
    expect(early.server.address()).toBe(null);

    const real = createServer();
    early.becomes(real);
    real.emit('listening');
    real.emit('listening');
    real.emit('request', 1);
    real.emit('timeout');
    real.emit('close');
    expect(heard).toEqual(['listening', ['request', 1], 'timeout']);
    expect([real.timeout, real.headersTimeout]).toEqual([7_000, 1_000]);
    expect(real.keepAliveTimeout).toBe(createServer().keepAliveTimeout);
  });

  test('is the real one afterwards', () => {
    const early = new EarlyHttpServer();
    const real = Object.assign(new EventEmitter(), {
      listening: true,
      address: () => 'here',
      keepAliveTimeout: 1,
    }) as unknown as HttpServerLike;
    early.becomes(real);
    let heard = 0;
    early.server.on('x', () => heard++);
    real.emit('x');
    early.server.emit('x');
    early.server.keepAliveTimeout = 2;
    expect([heard, real.keepAliveTimeout, early.server.address(), early.server.listening]).toEqual([
      2,
      2,
      'here',
      true,
    ]);
    const node = new EarlyHttpServer();
    node.becomes(createServer());
    expect(node.server).toBeInstanceOf(Server);
  });

  test('cannot be closed', () => {
    const errors: (string | undefined)[] = [];
    new EarlyHttpServer().server.close((error) => errors.push(error?.message));
    expect(errors).toEqual(['Server is not running.']);
  });
});
