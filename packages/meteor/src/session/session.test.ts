import { Tracker } from '@bolide/meteor/tracker';
import { expect, test } from 'vitest';
import { Session } from './client.js';

test('Session holds reactive values', () => {
  const seen: unknown[] = [];
  Session.setDefault('page', 'home');
  const computation = Tracker.autorun(() => {
    const page: string = Session.get('page');
    seen.push(page, Session.equals('page', 'home'));
  });
  Session.set('page', 'about');
  Tracker.flush();
  computation.stop();
  expect(seen).toEqual(['home', true, 'about', false]);
  expect(Session.name).toBe('session');
});
