import { describe, expect, test } from 'vitest';
import { RoutePolicy, type RouteType } from './route-policy.js';

describe('RoutePolicy', () => {
  test('classifies by declared prefixes', () => {
    const policy = new RoutePolicy();
    policy.declare('/sockjs/', 'network');
    policy.declare('/bigphoto.jpg', 'static-online');
    policy.declare('/anotherphoto.png', 'static-online');
    expect(policy.classify('/')).toBe(null);
    expect(policy.classify('/foo')).toBe(null);
    expect(policy.classify('/sockjs')).toBe(null);
    expect(policy.classify('/sockjs/')).toBe('network');
    expect(policy.classify('/sockjs/foo')).toBe('network');
    expect(policy.classify('/bigphoto.jpg.orig')).toBe('static-online');
    expect(policy.urlPrefixesFor('network')).toEqual(['/sockjs/']);
    expect(policy.urlPrefixesFor('static-online')).toEqual(['/anotherphoto.png', '/bigphoto.jpg']);
  });

  test('refuses what is not a prefix or not a type', () => {
    const policy = new RoutePolicy();
    policy.declare('/sockjs/', 'network');
    policy.declare('/sockjs/', 'network');
    expect(() => policy.declare('foo/bar', 'network')).toThrow('a route URL prefix must begin with a slash');
    expect(() => policy.declare('/', 'network')).toThrow('a route URL prefix cannot be /');
    expect(() => policy.declare('/sockjs/', 'static-online')).toThrow('already been declared to be of type network');
    expect(() => policy.declare('/x/', 'other' as RouteType)).toThrow('the route type must be');
    expect(policy.classify('/x/')).toBe(null);
  });

  test('a network route must not hide a file', () => {
    const manifest = [{ type: 'asset', where: 'client', url: '/sockjs/socks-are-comfy.jpg' }];
    const policy = new RoutePolicy(() => [manifest]);
    expect(() => policy.declare('/sockjs/', 'network')).toThrow(
      'static resource /sockjs/socks-are-comfy.jpg conflicts with network route /sockjs/',
    );
    expect(policy.checkForConflictWithStatic('/sockjs/', 'static-online')).toBe(null);
    expect(policy.checkForConflictWithStatic('/sockjs/', 'network', [])).toBe(null);
  });

  test('absolute URLs are not classified', () => {
    const policy = new RoutePolicy();
    expect(policy.isValidUrl('http://example.com/')).toBe(false);
    expect(() => policy.classify('http://example.com/')).toThrow('url must be a relative URL');
  });

  test('names of Object.prototype are ordinary prefixes', () => {
    const policy = new RoutePolicy();
    expect(policy.checkUrlPrefix('/constructor', 'network')).toBe(null);
    expect(policy.classify('/__proto__')).toBe(null);
  });
});
