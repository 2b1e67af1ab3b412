import { type PassThrough, Readable } from 'node:stream';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { afterEach, describe, expect, test } from 'vitest';
import { textOf } from './content.js';
import { elementPositions } from './element-positions.js';
import { insertContent } from './insert-content.js';
import { onPageLoad } from './server.js';
import type { Content, Sink } from './types.js';

const callback = WebAppInternals.registerBoilerplateDataCallback('meteor/server-render', null);
if (!callback) throw new Error('server-render registered nothing');

// Callbacks wait for startup, which has been if there are no hooks any more.
if (globalThis.__meteor_bootstrap__) globalThis.__meteor_bootstrap__.startupHooks = null;

const request = {
  browser: { name: 'chrome', major: 120, minor: 0, patch: 0 },
  modern: true,
  path: '/x',
  arch: 'web.browser',
  url: { pathname: '/x', search: '', query: {}, path: '/x', href: '/x' },
  headers: { 'user-agent': 'test' },
  cookies: { a: '1' },
} as never;
const BODY = '<h1>static</h1><div id="a"></div><p><div id="b">\n old </div></p><input id="c"><!-- <i id="d"> -->';

async function render(...callbacks: ((sink: Sink) => unknown)[]) {
  for (const one of callbacks) onPageLoad(one);
  const data = { body: BODY, head: '', headers: undefined } as Record<string, unknown>;
  const changed = await callback?.(request, data as never, 'web.browser');
  return { changed, data, body: await textOf(data.body as string) };
}

afterEach(() => onPageLoad.clear());

describe('onPageLoad', () => {
  test('is idle until there is a callback', () => {
    expect(callback.isIdle?.()).toBe(true);
    const returned = onPageLoad(() => {});
    expect(callback.isIdle?.()).toBe(false);
    onPageLoad.remove(returned);
    expect(callback.isIdle?.()).toBe(true);
  });

  test('callbacks run one after the other, with sink and request', async () => {
    const order: string[] = [];
    const { changed } = await render(
      async (sink) => {
        await Promise.resolve();
        order.push('first', sink.arch ?? '', sink.request?.path ?? '');
      },
      () => order.push('second'),
    );
    expect(order).toEqual(['first', 'web.browser', '/x', 'second']);
    expect(changed).toBe(false);
  });

  test('an error of a callback is the error of the page', async () => {
    await expect(
      render(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  });
});

describe('the sink', () => {
  test('renders into elements and adds to head and body', async () => {
    const { body, data } = await render((sink) => {
      sink.renderIntoElementById('a', '<oyez/>');
      sink.renderIntoElementById('b', 'new');
      sink.appendToElementById('b', ['!', 1]);
      sink.appendToElementById('missing', 'x');
      sink.appendToHead('<meta name="1">');
      sink.appendToHead('<meta name="2">');
      sink.appendToBody('<footer></footer>');
    });
    expect(body).toContain('<div id="a"><oyez/></div>');
    expect(body).toContain('<div id="b">new!1</div></p>');
    expect(data.dynamicHead).toBe('<meta name="1"><meta name="2">');
    expect(data.dynamicBody).toBe('<footer></footer>');
  });

  test('appending keeps what is there', async () => {
    const { body } = await render((sink) => sink.appendToElementById('b', 'more'));
    expect(body).toContain('<div id="b">\n old more</div>');
  });

  const streams: [string, () => Content][] = [
    ['of node', () => Readable.from(['<b>', 'ä', '</b>'])],
    ['of the Web', () => new Response('<b>ä</b>').body],
    ['that are pipeable', () => ({ pipe: (to: PassThrough) => to.end('<b>ä</b>') }) as Content],
  ];
  for (const [kind, make] of streams) {
    test(`streams ${kind}`, async () => {
      const { body, data } = await render((sink) => {
        sink.renderIntoElementById('a', make());
        sink.appendToHead(['<i>', make()]);
        sink.appendToBody(make());
        sink.appendToBody('end');
      });
      expect(body).toContain('<div id="a"><b>ä</b></div><p>');
      expect(data.dynamicHead).toBe('<i><b>ä</b>');
      expect(await textOf(data.dynamicBody as Readable)).toBe('<b>ä</b>end');
    });
  }

  test('status, headers, redirect', async () => {
    const { data } = await render((sink) => {
      sink.setHeader('X-A', 1);
      sink.setHeader('Set-Cookie', ['a=1', 'b=2']);
      sink.setStatusCode(404);
    });
    expect(data.statusCode).toBe(404);
    expect(data.headers).toEqual({ 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] });
    onPageLoad.clear();
    const redirected = await render((sink) => sink.redirect('/login', 302));
    expect(redirected.data).toMatchObject({ statusCode: 302, headers: { Location: '/login' } });
  });

  test('reads headers and cookies of the request', async () => {
    await render((sink) => {
      expect(sink.getHeaders()['user-agent']).toBe('test');
      expect(sink.getCookies()).toEqual({ a: '1' });
    });
  });
});

describe('finding elements', () => {
  test('comments, raw text and values of attributes are not markup', async () => {
    const html = '<script>"<i id=x>"</script><textarea><i id=y></textarea><a title="<i id=z>">t</a><B ID="ok">1</B>';
    expect([...(await elementPositions(html)).keys()]).toEqual(['ok']);
  });

  test('elements that are never closed, and void ones', async () => {
    const html = '<ul><li id=a>1<li id=b>2</ul><br id=c><p id=d>3';
    const positions = await elementPositions(html);
    const content = (id: string) => html.slice(positions.get(id)?.start, positions.get(id)?.end);
    expect(['a', 'b', 'c', 'd'].map(content)).toEqual(['1', '2', '', '3']);
  });

  test('ids with character references', async () => {
    expect([...(await elementPositions('<i id="a&amp;b"></i>')).keys()]).toEqual(['a&b']);
  });

  test('of two with the same id the first, also if the other is inside', async () => {
    const html = '<i id=a><i id=a>1</i>2</i>';
    const range = (await elementPositions(html)).get('a');
    expect(html.slice(range?.start, range?.end)).toBe('<i id=a>1</i>2');
  });

  test('inside of templates', async () => {
    const html = '<template><i id=a>1</i></template>';
    expect(html.slice((await elementPositions(html)).get('a')?.start).startsWith('1')).toBe(true);
  });

  test('an element inside of one that is replaced goes with it', async () => {
    const parts = await insertContent(
      '<div id=a><i id=b></i></div>',
      new Map([
        ['b', { html: 'inner', replaces: true }],
        ['a', { html: 'outer', replaces: true }],
      ]),
    );
    expect(parts?.join('')).toBe('<div id=a>outer</div>');
  });

  test('deep nesting does not overflow', async () => {
    const html = `${'<div>'.repeat(20_000)}<i id=a></i>`;
    expect((await elementPositions(html)).has('a')).toBe(true);
  });
});
