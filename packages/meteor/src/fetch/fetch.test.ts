import { describe, expect, test } from 'vitest';
import { fetch, Headers, Request, Response } from './index.js';

describe('fetch', () => {
  test('is what the runtime has', async () => {
    expect(fetch).toBe(globalThis.fetch);
    const response: Response = await fetch('data:text/plain,hello');
    expect(response).toBeInstanceOf(Response);
    expect(await response.text()).toBe('hello');
  });

  test('Headers, Request and Response make native objects', () => {
    const headers = new Headers({ a: '1' });
    expect(headers).toBeInstanceOf(globalThis.Headers);
    expect(new globalThis.Headers()).toBeInstanceOf(Headers);
    expect(headers.get('a')).toBe('1');
    expect(new Request('http://a/', { headers }).headers.get('a')).toBe('1');
    expect(Response.json({ a: 1 }).status).toBe(200);
    expect(Headers.prototype).toBe(globalThis.Headers.prototype);
    expect({}).not.toBeInstanceOf(Headers);
  });

  test('they can be extended', () => {
    class MyHeaders extends Headers {
      mine() {
        return this.get('a');
      }
    }
    const headers = new MyHeaders({ a: '1' });
    expect(headers).toBeInstanceOf(globalThis.Headers);
    expect(headers.mine()).toBe('1');
  });
});
