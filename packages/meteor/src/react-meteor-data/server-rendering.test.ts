import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';
import { Tracker } from '@bolide/meteor/tracker';
import { type ComponentType, createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { renderToReadableStream } from 'react-dom/server.edge';
import { describe, expect, test, vi } from 'vitest';
import { useFind, useSubscribe, useTracker, withTracker } from './index.js';
import * as suspense from './suspense.js';

const html = (component: ComponentType): string => renderToString(createElement(component));

/** The page when all that suspends is there. */
async function completeHtml(component: ComponentType): Promise<string> {
  const stream = await renderToReadableStream(
    createElement(Suspense, { fallback: 'loading' }, createElement(component)),
  );
  await stream.allReady;
  const text = await new Response(stream).text();
  return text.replaceAll(/<!--.*?-->/g, '');
}

const tasks = new LocalCollection<{ _id: string; text: string }>();
tasks.insert({ _id: 'a', text: 'one' });
tasks.insert({ _id: 'b', text: 'two' });

function List() {
  const found = useFind(() => tasks.find());
  return createElement('p', null, ...found.map(({ text }) => text));
}

function Page() {
  suspense.useSubscribe('tasks');
  const found = suspense.useFind(tasks, [{}, { sort: { text: -1 } }]);
  const later = suspense.useTracker('later', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return 'later';
  });
  return createElement('p', null, `${found.map(({ text }) => text)} ${later}`);
}

describe('on the server', () => {
  test('this is one', () => expect(Meteor.isServer).toBe(true));

  test('useTracker gives what there is, and depends on nothing', () => {
    const value = (): string => useTracker(() => (Tracker.active ? 'reactive' : 'once'), []);
    expect(html(() => createElement('p', null, value()))).toBe('<p>once</p>');
  });

  test('useFind gives the documents; null and undefined for no cursor', () => {
    expect(html(List).replaceAll('<!-- -->', ' ')).toBe('<p>one two</p>');
    expect(html(() => String(useFind(() => null)))).toBe('null');
    expect(html(() => String(useFind(() => undefined)))).toBe('undefined');
  });

  test('useSubscribe waits for nothing', () => {
    expect(html(() => String(useSubscribe('tasks')()))).toBe('false');
  });

  test('withTracker adds properties', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const Greeting = withTracker(({ name }: { name: string }) => ({ text: `Hello ${name}` }))(({ name, text }) =>
      createElement('p', { title: name }, text),
    );
    expect(html(() => createElement(Greeting, { name: 'Ada' }))).toBe('<p title="Ada">Hello Ada</p>');
    warn.mockRestore();
  });

  test('a cursor as reactive data is warned of', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    html(() => {
      useTracker(() => ({ tasks: tasks.find() }), []);
      return null;
    });
    expect(warn.mock.calls.join()).toContain('cursor');
    warn.mockRestore();
  });

  test('the forms that suspend wait for the data', async () => {
    expect(await completeHtml(Page)).toContain('<p>two,one later</p>');
  });

  test('suspense: no arguments, no documents', async () => {
    expect(await completeHtml(() => String(suspense.useFind(tasks, null)))).toContain('null');
  });
});
