import { expect, test } from 'vitest';
import type { RequestInfo, WebSocketRoute } from './host.js';
import { chooseSubProtocol } from './sub-protocol.js';

const request = {} as RequestInfo;
const route = (selectProtocol?: WebSocketRoute['selectProtocol']): WebSocketRoute =>
  ({ ...(selectProtocol ? { selectProtocol } : {}) }) as WebSocketRoute;

test('none unless the route chooses', () => {
  expect(chooseSubProtocol(route(), 'a, b', request)).toBeUndefined();
  expect(
    chooseSubProtocol(
      route(() => 'a'),
      undefined,
      request,
    ),
  ).toBeUndefined();
  expect(
    chooseSubProtocol(
      route(() => undefined),
      'a',
      request,
    ),
  ).toBeUndefined();
});

test('only one that was offered', () => {
  expect(
    chooseSubProtocol(
      route((offered) => offered.at(-1)),
      'a, b,',
      request,
    ),
  ).toBe('b');
  expect(
    chooseSubProtocol(
      route(() => 'c'),
      'a, b',
      request,
    ),
  ).toBeUndefined();
});

test('a long list is read up to a limit', () => {
  let count = 0;
  const many = Array.from({ length: 10_000 }, (_, index) => `p${index}`).join(',');
  chooseSubProtocol(
    route((offered) => {
      count = offered.length;
      return undefined;
    }),
    many,
    request,
  );
  expect(count).toBe(32);
});
