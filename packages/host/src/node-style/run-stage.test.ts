import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { MiddlewareStage } from '../host.js';
import { runStage } from './run-stage.js';

type Handle = MiddlewareStage['handle'];

/** What happened, in order. */
async function run(handle: Handle): Promise<string[]> {
  const seen: string[] = [];
  runStage(
    { isEmpty: () => false, handle },
    {} as IncomingMessage,
    {} as ServerResponse,
    () => seen.push('next'),
    (error) => seen.push(`fail ${(error as Error).message}`),
    (error) => seen.push(`report ${(error as Error).message}`),
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  return seen;
}

const raise = (): never => {
  throw new Error('x');
};

describe('runStage', () => {
  test.each<[string, Handle, string[]]>([
    ['passes on', (_request, _response, next) => next(), ['next']],
    ['passes on later', (_request, _response, next) => setTimeout(next, 1), ['next']],
    ['passes on once', (_request, _response, next) => [next(), next(), next(new Error('x'))], ['next']],
    ['answers', () => {}, []],
    ['leaves a router', (_request, _response, next) => next('router'), ['next']],
    ['passes an error on', (_request, _response, next) => next(new Error('x')), ['fail x']],
    ['throws', raise, ['fail x']],
    ['rejects', (async () => raise()) as Handle, ['fail x']],
    ['throws after it passed on', (_request, _response, next) => [next(), raise()], ['next', 'report x']],
    [
      'rejects after it passed on',
      (async (_request, _response, next) => {
        next();
        await Promise.resolve();
        raise();
      }) as Handle,
      ['next', 'report x'],
    ],
  ])('%s', async (_name, handle, expected) => {
    expect(await run(handle)).toEqual(expected);
  });
});
