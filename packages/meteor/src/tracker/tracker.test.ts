import { describe, expect, test } from 'vitest';
import { type Computation, Tracker } from './tracker.js';

/** Collects text, and gives what was collected since it was last asked. */
function recorder() {
  let text = '';
  return {
    add: (more: string) => {
      text += more;
    },
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/** Runs `func` with console.error replaced; gives what was printed. */
function printedBy(func: () => void): unknown[][] {
  const printed: unknown[][] = [];
  const original = console.error;
  console.error = (...args) => printed.push(args);
  try {
    func();
  } finally {
    console.error = original;
  }
  return printed;
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

describe('autorun', () => {
  test('runs now, and at the flush after a change, until it is stopped', () => {
    const dependency = new Tracker.Dependency();
    let runs = 0;
    const computation = Tracker.autorun((current) => {
      expect(Tracker.active).toBe(true);
      expect(Tracker.currentComputation).toBe(current);
      expect(current.firstRun).toBe(runs === 0);
      expect([current.stopped, current.invalidated]).toEqual([false, false]);
      dependency.depend();
      runs++;
    });
    expect(computation).toBeInstanceOf(Tracker.Computation);
    expect([Tracker.active, Tracker.currentComputation, computation.firstRun]).toEqual([false, null, false]);
    Tracker.flush();
    expect(runs).toBe(1);
    dependency.changed();
    dependency.changed();
    expect([runs, computation.invalidated, dependency.hasDependents()]).toEqual([1, true, false]);
    Tracker.flush();
    expect([runs, dependency.hasDependents()]).toEqual([2, true]);
    dependency.changed();
    computation.stop();
    Tracker.flush();
    dependency.changed();
    Tracker.flush();
    expect([runs, computation.stopped, computation.invalidated]).toEqual([2, true, true]);
  });

  test('flushes on its own', async () => {
    const dependency = new Tracker.Dependency();
    let runs = 0;
    const computation = Tracker.autorun(() => {
      dependency.depend();
      runs++;
    });
    dependency.changed();
    await turn();
    expect(runs).toBe(2);
    computation.stop();
  });

  test('only takes functions, and throws what the first run throws', () => {
    expect(() => Tracker.autorun(undefined as never)).toThrow('requires a function');
    expect(() => Tracker.autorun({} as never)).toThrow('requires a function');
    let computation: Computation | undefined;
    expect(() =>
      Tracker.autorun((current) => {
        computation = current;
        throw new Error('first run');
      }),
    ).toThrow('first run');
    expect(computation?.stopped).toBe(true);
    expect([Tracker.active, Tracker.currentComputation]).toEqual([false, null]);
  });

  test('the constructor of computations is private', () => {
    expect(() => new Tracker.Computation(() => {}, null, undefined)).toThrow('private');
  });

  test('inner computations are stopped when the outer one is invalidated', () => {
    const log = recorder();
    const dependencies = Object.fromEntries([...'abcd'].map((name) => [name, new Tracker.Dependency()]));
    const nest = (names: string) => {
      if (names === '') return;
      Tracker.autorun(() => {
        dependencies[names.charAt(0)]?.depend();
        log.add(names.charAt(0));
        nest(names.slice(1));
      });
    };
    const change = (name: string) => {
      dependencies[name]?.changed();
      Tracker.flush();
      return log.take();
    };
    const outermost = Tracker.autorun(() => nest('abcd'));
    expect(log.take()).toBe('abcd');
    expect(change('b')).toBe('bcd');
    expect(change('d')).toBe('d');
    expect(change('c')).toBe('cd');
    expect(change('a')).toBe('abcd');
    outermost.stop();
    for (const name of 'abcd') {
      expect(dependencies[name]?.hasDependents()).toBe(false);
      expect(change(name)).toBe('');
    }
  });

  test('an outer computation that depends on the same runs before its inner ones', () => {
    const log = recorder();
    const dependency = new Tracker.Dependency();
    const outer = Tracker.autorun(() => {
      Tracker.autorun(() => {
        dependency.depend();
        log.add('i');
      });
      dependency.depend();
      log.add('o');
    });
    log.take();
    dependency.changed();
    Tracker.flush();
    expect(log.take()).toBe('io');
    outer.stop();
  });

  test('onError gets the errors of later runs; without it they are printed and the others still run', () => {
    const dependency = new Tracker.Dependency();
    const errors: unknown[] = [];
    const failing = (current: Computation) => {
      dependency.depend();
      if (!current.firstRun) throw new Error('later run');
    };
    let runs = 0;
    const computations = [
      Tracker.autorun(failing, { onError: (error) => errors.push(error) }),
      Tracker.autorun(failing),
      Tracker.autorun(() => {
        dependency.depend();
        runs++;
      }),
    ];
    dependency.changed();
    const printed = printedBy(() => Tracker.flush());
    expect(errors).toHaveLength(1);
    expect(String(printed[0]?.[0])).toContain('Exception from Tracker recompute function');
    expect(runs).toBe(2);

    dependency.changed();
    // The first error is thrown, but only once all is done.
    expect(() => Tracker.flush({ _throwFirstError: true })).toThrow('later run');
    expect(runs).toBe(3);
    for (const computation of computations) computation.stop();
  });
});

describe('callbacks', () => {
  test('onInvalidate is called once, at once if invalidated, outside of any computation', () => {
    const log = recorder();
    const computation = Tracker.autorun(() => log.add('*'));
    const append = (text: string) => (given: Computation) => {
      expect(given).toBe(computation);
      expect(Tracker.active).toBe(false);
      log.add(text);
    };
    computation.onStop(append('s'));
    computation.onInvalidate(append('a'));
    Tracker.autorun(() => computation.onInvalidate(append('b')));
    computation.invalidate();
    expect(log.take()).toBe('*ab');
    computation.onInvalidate(append('c'));
    expect(log.take()).toBe('c');
    Tracker.flush();
    expect(log.take()).toBe('*');
    computation.onInvalidate(append('m'));
    computation.stop();
    expect(log.take()).toBe('ms');
    computation.onStop(append('S'));
    computation.onInvalidate(append('I'));
    expect(log.take()).toBe('SI');
    expect(() => computation.onInvalidate(1 as never)).toThrow('requires a function');
    expect(() => computation.onStop(1 as never)).toThrow('requires a function');
  });

  test('Tracker.onInvalidate needs a computation', () => {
    expect(() => Tracker.onInvalidate(() => {})).toThrow('requires a currentComputation');
    const log = recorder();
    const computation = Tracker.autorun(() => Tracker.onInvalidate(() => log.add('x')));
    computation.stop();
    expect(log.take()).toBe('x');
  });

  test('afterFlush comes after all computations, which may run in between', () => {
    const log = recorder();
    const computation = Tracker.autorun((current) => {
      log.add('a');
      if (current.firstRun) current.invalidate();
      Tracker.afterFlush(() => log.add(Tracker.active ? '1' : '0'));
    });
    Tracker.afterFlush(() => {
      log.add('x');
      computation.invalidate();
      Tracker.afterFlush(() => log.add('z'));
    });
    Tracker.flush();
    expect(log.take()).toBe('aa0xa0z0');
    computation.stop();
  });

  test('a computation invalidated by another in a flush runs before the afterFlush callbacks', () => {
    const log = recorder();
    Tracker.afterFlush(() => log.add('C'));
    const first = Tracker.autorun((current) => {
      if (current.firstRun) return;
      log.add('A');
      second.invalidate();
    });
    const second: Computation = Tracker.autorun((current) => {
      if (!current.firstRun) log.add('B');
    });
    first.invalidate();
    Tracker.flush();
    expect(log.take()).toBe('ABC');
    first.stop();
    second.stop();
  });

  test('errors of afterFlush callbacks are printed', () => {
    const log = recorder();
    Tracker.afterFlush(() => {
      throw new Error('in callback');
    });
    Tracker.afterFlush(() => log.add('next'));
    const printed = printedBy(() => Tracker.flush());
    expect(printed[0]?.[1]).toMatchObject({ message: 'in callback' });
    expect(log.take()).toBe('next');
  });
});

describe('flush', () => {
  test('is refused while flushing and inside of a computation', () => {
    let error: unknown;
    Tracker.afterFlush(() => {
      expect(Tracker.inFlush()).toBe(true);
      try {
        Tracker.flush();
      } catch (caught) {
        error = caught;
      }
    });
    Tracker.flush();
    expect(Tracker.inFlush()).toBe(false);
    expect(String(error)).toContain("Can't call Tracker.flush while flushing");
    expect(() => Tracker.autorun(() => Tracker.flush())).toThrow("Can't flush inside Tracker.autorun");
    expect(() => Tracker.autorun(() => Tracker.nonreactive(() => Tracker.flush()))).toThrow("Can't flush inside");
  });

  test('a computation that invalidates itself 2000 times is finished', () => {
    let runs = 0;
    const computation = Tracker.autorun((current) => {
      if (++runs < 2000) current.invalidate();
    });
    Tracker.flush();
    expect(runs).toBe(2000);
    computation.stop();
  });

  test('a computation that always invalidates itself leaves others their turn', async () => {
    let runs = 0;
    const computation = Tracker.autorun((current) => {
      runs++;
      current.invalidate();
    });
    await turn();
    await turn();
    computation.stop();
    Tracker.flush();
    expect(runs).toBeGreaterThan(1);
  });

  test('Computation.flush and run run one computation now', () => {
    const dependency = new Tracker.Dependency();
    let runs = 0;
    let others = 0;
    const computation = Tracker.autorun(() => {
      dependency.depend();
      runs++;
    });
    const other = Tracker.autorun(() => {
      dependency.depend();
      others++;
    });
    computation.flush();
    expect(runs).toBe(1);
    dependency.changed();
    computation.flush();
    expect([runs, others]).toEqual([2, 1]);
    computation.run();
    expect([runs, others]).toEqual([3, 1]);
    Tracker.flush();
    expect([runs, others]).toEqual([3, 2]);
    computation.stop();
    other.stop();
  });
});

describe('dependencies', () => {
  test('depend tells whether the dependent is new', () => {
    const dependency = new Tracker.Dependency();
    expect(dependency.depend()).toBe(false);
    const computation = Tracker.autorun(() => {
      expect(dependency.depend()).toBe(true);
      expect(dependency.depend()).toBe(false);
    });
    const other = new Tracker.Dependency();
    expect(other.depend(computation)).toBe(true);
    expect(other.hasDependents()).toBe(true);
    computation.stop();
    expect(other.hasDependents()).toBe(false);
  });

  test('nonreactive reads without depending', () => {
    const dependency = new Tracker.Dependency();
    const computation = Tracker.autorun(() => {
      expect(
        Tracker.nonreactive(() => {
          dependency.depend();
          return Tracker.active;
        }),
      ).toBe(false);
      expect(Tracker.active).toBe(true);
    });
    expect(dependency.hasDependents()).toBe(false);
    computation.stop();
  });
});

describe('asynchronous computations', () => {
  test('withComputation makes code after an await depend', async () => {
    const dependency = new Tracker.Dependency();
    let runs = 0;
    const computation = Tracker.autorun(async (current) => {
      runs++;
      expect(Tracker.currentComputation).toBe(current);
      await Promise.resolve();
      expect(current.firstRun).toBe(false);
      expect(Tracker.currentComputation).toBe(null);
      const value = Tracker.withComputation(current, () => {
        expect(Tracker.currentComputation).toBe(current);
        dependency.depend();
        return 5;
      });
      expect(value).toBe(5);
    });
    await computation.firstRunPromise;
    expect(dependency.hasDependents()).toBe(true);
    dependency.changed();
    Tracker.flush();
    expect(runs).toBe(2);
    computation.stop();
  });

  test('awaiting a computation waits for the first run, in order', async () => {
    const log = recorder();
    for (const name of ['a', 'b']) {
      await Tracker.autorun(async () => {
        log.add(name);
        await turn();
        log.add(name.toUpperCase());
      });
    }
    expect(log.take()).toBe('aAbB');
    expect(await Tracker.autorun(async () => 'result')).toBe('result');
    await expect(Tracker.autorun(() => Promise.reject(new Error('no'))).firstRunPromise).rejects.toThrow('no');
    expect(await Tracker.autorun(() => Promise.reject(new Error('no'))).catch(() => 'caught')).toBe('caught');
  });

  test('the rejection of a later run is an error of the computation', async () => {
    const errors: unknown[] = [];
    const computation = Tracker.autorun(
      async (current) => {
        if (!current.firstRun) throw 'rejected';
      },
      { onError: (error) => errors.push(error) },
    );
    computation.run();
    await turn();
    expect(errors).toEqual(['rejected']);
    computation.stop();
  });

  test('interleaved computations do not see each other', async () => {
    await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) =>
          Tracker.autorun(async (current) => {
            expect(Tracker.currentComputation).toBe(current);
            await new Promise((resolve) => setTimeout(resolve, i % 5));
            Tracker.withComputation(current, () => expect(Tracker.currentComputation).toBe(current));
          }).firstRunPromise,
      ),
    );
    expect(Tracker.currentComputation).toBe(null);
  });
});
