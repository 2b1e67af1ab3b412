import { describe, expect, test } from 'vitest';
import { errorPage, statusOfError } from './error-page.js';

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('again');
    },
  },
);

describe('errorPage', () => {
  test('is short, and the same object each time', () => {
    const page = errorPage(404);
    expect([page.status, page.statusText]).toEqual([404, 'Not Found']);
    expect(page.body).toContain('<h1>404 Not Found</h1>');
    expect(errorPage(404)).toBe(page);
  });

  test('shows an error that it is given, without letting it become HTML', () => {
    const { body } = errorPage(500, new Error('<script>'));
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toContain('<script>');
    expect(errorPage(500).body).not.toContain('script');
  });

  test('can be made of an error that throws when it is looked at', () => {
    expect(errorPage(500, throwing).body).toContain('An error of which nothing can be told');
  });
});

test.each([
  [new Error('x'), 500],
  [Object.assign(new Error('x'), { status: 404 }), 404],
  [Object.assign(new Error('x'), { statusCode: 413 }), 413],
  [{ status: 403 }, 403],
  [{ status: 200 }, 500],
  [{ status: 404.5 }, 500],
  [{ status: '404' }, 500],
  [{ status: 1e9 }, 500],
  ['text', 500],
  [undefined, 500],
  [null, 500],
])('statusOfError(%o)', (error, status) => {
  expect(statusOfError(error)).toBe(status);
});

test('statusOfError of an error that throws when it is looked at', () => {
  expect(statusOfError(throwing)).toBe(500);
});
