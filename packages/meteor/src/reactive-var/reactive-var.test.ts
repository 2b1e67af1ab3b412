import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { ReactiveVar } from './reactive-var.js';

/** Counts how often a computation that reads the variable runs for each value set. */
function runsAfterSetting<T>(variable: ReactiveVar<T>, values: T[]): number[] {
  let runs = 0;
  const computation = Tracker.autorun(() => {
    variable.get();
    runs++;
  });
  const counts = values.map((value) => {
    variable.set(value);
    Tracker.flush();
    return runs;
  });
  computation.stop();
  return counts;
}

describe('ReactiveVar', () => {
  test('holds a value, with and without new', () => {
    const variable = new ReactiveVar(1);
    variable.set(2);
    expect([variable.get(), String(variable)]).toEqual([2, 'ReactiveVar{2}']);
    const other = ReactiveVar('a');
    expect(other).toBeInstanceOf(ReactiveVar);
    expect(other.get()).toBe('a');
    expect(new ReactiveVar<number>().get()).toBeUndefined();
  });

  test('setting an equal plain value changes nothing, setting an object always does', () => {
    expect(runsAfterSetting(new ReactiveVar<unknown>(1), [1, 2, 2, null, null, '', ''])).toEqual([1, 2, 2, 3, 3, 4, 4]);
    const object = {};
    expect(runsAfterSetting(new ReactiveVar(object), [object, object])).toEqual([2, 3]);
  });

  test('equalsFunc decides instead', () => {
    const variable = new ReactiveVar(1.1, (a, b) => Math.floor(a) === Math.floor(b));
    expect(runsAfterSetting(variable, [1.9, 2.5])).toEqual([1, 2]);
    expect(variable.get()).toBe(2.5);
  });

  test('_numListeners counts the computations that depend on it', () => {
    const variable = new ReactiveVar(1);
    expect(variable._numListeners()).toBe(0);
    const computation = Tracker.autorun(() => variable.get());
    expect(variable._numListeners()).toBe(1);
    computation.stop();
    expect(variable._numListeners()).toBe(0);
  });
});
