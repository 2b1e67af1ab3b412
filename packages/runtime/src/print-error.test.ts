import { HostError } from '@bolide/host';
import { describe, expect, test, vi } from 'vitest';
import { ConfigurationError } from './configuration-error.js';
import { printFatalError } from './print-error.js';

function printed(error: unknown): unknown {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    printFatalError(error);
    return print.mock.calls;
  } finally {
    print.mockRestore();
  }
}

describe('printFatalError', () => {
  test('errors for people: their message', () => {
    expect(printed(new ConfigurationError('PORT is "x".'))).toEqual([['PORT is "x".']]);
    const cause = new Error('listen EADDRINUSE');
    expect(printed(new HostError('EADDRINUSE', 'cannot listen', { cause }))).toEqual([['cannot listen']]);
  });

  test('all others as they are', () => {
    for (const error of [new Error('a bug'), new TypeError('x'), 'text', null, undefined]) {
      expect(printed(error)).toEqual([[error]]);
    }
  });
});
