import { BrowserPolicy } from '@bolide/meteor/browser-policy';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const { content, framing } = BrowserPolicy;

/** The header as directives with their sorted sources. */
function policy(): Record<string, string[]> {
  const parts = (content._constructCsp() ?? '').split(';').map((part) => part.trim().split(' '));
  return Object.fromEntries(parts.filter(([name]) => name).map(([name, ...sources]) => [name, sources.sort()]));
}

beforeEach(async () => {
  await content._reset();
  framing._reset();
});
afterAll(() => {
  BrowserPolicy._setRunningTest();
});

describe('content', () => {
  test('the default policy', () => {
    expect(policy()).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", "'unsafe-inline'"],
      'connect-src': ["'self'", '*'],
      'img-src': ["'self'", 'data:'],
      'style-src': ["'self'", "'unsafe-inline'"],
    });
  });

  test('inline scripts', async () => {
    await content.allowInlineScripts();
    expect(policy()['script-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(content._keywordAllowed('script-src', "'unsafe-inline'")).toBe(true);
    await content.disallowInlineScripts();
    expect(policy()['script-src']).toEqual(["'self'"]);
    expect(content._keywordAllowed('script-src', "'unsafe-inline'")).toBe(false);
    expect(WebAppInternals.inlineScriptsAllowed()).toBe(false);
    await content._reset();
    expect(WebAppInternals.inlineScriptsAllowed()).toBe(true);
  });

  test('eval and inline styles', () => {
    content.allowEval();
    content.disallowInlineStyles();
    expect(policy()).toMatchObject({
      'script-src': ["'self'", "'unsafe-eval'", "'unsafe-inline'"],
      'style-src': ["'self'"],
    });
    content.disallowEval();
    content.allowInlineStyles();
    expect(policy()['script-src']).toEqual(["'self'", "'unsafe-inline'"]);
  });

  test('sources for all directives', async () => {
    content.allowDataUrlForAll();
    expect(Object.values(policy()).every((sources) => sources.includes('data:'))).toBe(true);
    await content.disallowAll();
    expect(policy()).toEqual({ 'default-src': ["'none'"] });
    await content.allowInlineScripts();
    content.allowSameOriginForAll();
    expect(policy()).toEqual({ 'default-src': ["'self'"], 'script-src': ["'self'", "'unsafe-inline'"] });
  });

  test('a new directive begins with the default sources', async () => {
    await content.disallowAll();
    content.allowSameOriginForAll();
    content.disallowObject();
    content.allowImageOrigin('foo.com');
    expect(policy()).toEqual({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'img-src': ["'self'", 'http://foo.com', 'https://foo.com'],
    });
    content.allowOriginForAll('foo.com');
    expect(policy()['object-src']).toEqual(['http://foo.com', 'https://foo.com']);
  });

  test('scripts disallowed, then inline ones allowed', async () => {
    await content.disallowAll();
    content.allowSameOriginForAll();
    await content.disallowScript();
    expect(policy()['script-src']).toEqual(["'none'"]);
    await content.allowInlineScripts();
    expect(policy()['script-src']).toEqual(["'unsafe-inline'"]);
  });

  test('origins as people write them', async () => {
    await content.disallowAll();
    content.allowFrameOrigin('https://Foo.com/');
    content.allowFrameAncestorsOrigin('foo.com//');
    content.allowConnectOrigin('wss://foo.com');
    content.allowFontOrigin('foo.com:8080');
    content.allowMediaOrigin('example.com:*');
    content.allowScriptOrigin('nonce-2gB8y5CrknnK2dgQk');
    content.allowScriptOrigin('sha256-KFQx9ysdKgqbAPoY7');
    content.allowImageBlobUrl();
    expect(policy()).toEqual({
      'default-src': ["'none'"],
      'frame-src': ['https://foo.com'],
      'frame-ancestors': ['http://foo.com', 'https://foo.com'],
      'connect-src': ['wss://foo.com'],
      'font-src': ['http://foo.com:8080', 'https://foo.com:8080'],
      'media-src': ['http://example.com:*', 'https://example.com:*'],
      'script-src': ["'nonce-2gB8y5CrknnK2dgQk'", "'sha256-KFQx9ysdKgqbAPoY7'"],
      'img-src': ['blob:'],
    });
  });

  test('what would end a directive or the header is refused', () => {
    for (const origin of ['a.com; script-src *', 'a.com b.com', 'a.com\r\nX: 1']) {
      expect(() => content.allowImageOrigin(origin)).toThrow('no source for img-src');
    }
    expect(policy()['img-src']).toEqual(["'self'", 'data:']);
  });

  test('a whole policy', async () => {
    await content.setPolicy("default-src 'self'; img-src *;");
    expect(policy()).toEqual({ 'default-src': ["'self'"], 'img-src': ["'self'", '*'] });
    await expect(content.setPolicy('img-src *')).rejects.toThrow('must specify a default-src');
  });

  test('content types', () => {
    expect(content._xContentTypeOptions()).toBe('nosniff');
    content.allowContentTypeSniffing();
    expect(content._xContentTypeOptions()).toBe(undefined);
  });
});

test('framing', () => {
  expect(framing._constructXFrameOptions()).toBe('SAMEORIGIN');
  framing.disallow();
  expect(framing._constructXFrameOptions()).toBe('DENY');
  framing.allowAll();
  expect(framing._constructXFrameOptions()).toBe(null);
  framing.restrictToOrigin('foo.com');
  expect(framing._constructXFrameOptions()).toBe('ALLOW-FROM foo.com');
  expect(() => framing.restrictToOrigin('bar.com')).toThrow('only specify one origin');
});

test('the headers follow the policy', () => {
  const { setResponseHeaders } = WebAppInternals;
  const sent: Record<string, object | null> = {};
  WebAppInternals.setResponseHeaders = (_key, scope, headers) => {
    sent[scope] = headers;
  };
  try {
    framing.disallow();
    content.allowImageOrigin('https://img.example');
    expect(sent).toEqual({
      every: { 'x-content-type-options': 'nosniff' },
      dynamic: { 'x-frame-options': 'DENY', 'content-security-policy': content._constructCsp() },
    });
    content.allowContentTypeSniffing();
    framing.allowAll();
    expect(sent).toEqual({ every: null, dynamic: { 'content-security-policy': content._constructCsp() } });
  } finally {
    WebAppInternals.setResponseHeaders = setResponseHeaders;
  }
});
