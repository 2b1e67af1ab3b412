import { _debug } from './debug.js';
import { Meteor } from './meteor.js';

/** A first-in first-out list with constant-time `push` and `shift`. */
export class DoubleEndedQueueClass<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  push(value: T): void {
    this.#items.push(value);
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const value = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head >= 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }

  isEmpty(): boolean {
    return this.#head === this.#items.length;
  }

  get length(): number {
    return this.#items.length - this.#head;
  }
}

interface Task {
  readonly run: () => unknown;
  readonly resolve?: () => void;
  readonly reject?: (error: unknown) => void;
}

/** Tasks that run before other work gets its turn again. */
const BATCH = 128;

/**
 * `Meteor._AsynchronousQueue`: tasks run in a later turn of the event loop, one after another in the order in which they
 * were added, or with `orderMatters: false` those of one turn all at the same time.
 */
export class AsynchronousQueueClass {
  readonly #tasks = new DoubleEndedQueueClass<Task>();
  readonly #orderMatters: boolean;
  #isBusy = false;
  #isDraining = false;

  constructor({ orderMatters = true }: { orderMatters?: boolean } = {}) {
    this.#orderMatters = orderMatters;
  }

  queueTask(task: () => unknown): void {
    this.#add(task, {});
  }

  runTask(task: () => unknown): Promise<void> {
    return new Promise<void>((resolve, reject) => this.#add(task, { resolve, reject }));
  }

  flush(): Promise<void> {
    return this.runTask(() => {});
  }

  async drain(): Promise<void> {
    // A drain inside of a drain would wait for itself.
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      while (!this.#tasks.isEmpty()) await this.flush();
    } finally {
      this.#isDraining = false;
    }
  }

  #add(run: () => unknown, settle: Omit<Task, 'run'>): void {
    this.#tasks.push({ run: Meteor.bindEnvironment(run, rethrow), ...settle });
    if (!this.#isBusy) this.#schedule();
  }

  #schedule(): void {
    this.#isBusy = true;
    // Fresh: what runs here belongs to nobody's method call; the tasks have been bound.
    Meteor._runFresh(() => Meteor._setImmediate(() => void this.#runBatch()));
  }

  async #runBatch(): Promise<void> {
    const batch: Promise<void>[] = [];
    for (let count = 0; count < BATCH; count++) {
      const task = this.#tasks.shift();
      if (!task) break;
      const done = runToEnd(task);
      if (this.#orderMatters) await done;
      else batch.push(done);
    }
    await Promise.all(batch);
    if (this.#tasks.isEmpty()) this.#isBusy = false;
    else this.#schedule();
  }
}

async function runToEnd(task: Task): Promise<void> {
  try {
    await task.run();
    task.resolve?.();
  } catch (error) {
    if (task.reject) task.reject(error);
    else _debug('Exception in queued task', error);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** `Meteor._SynchronousQueue` on the client, and `Meteor._UnyieldingQueue`: tasks are synchronous and must not wait. */
export class SynchronousQueueClass {
  #tasks: (() => unknown)[] = [];
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  queueTask(task: () => unknown): void {
    this.#tasks.push(task);
    // The plain setTimeout: queueing is allowed inside of simulations too.
    this.#timer ??= setTimeout(() => this.flush(), 0);
  }

  runTask(task: () => unknown): void {
    if (!this.safeToRunTask()) throw new Error('Could not synchronously run a task from a running task');
    this.#tasks.push(task);
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#isRunning = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      for (const [index, each] of tasks.entries()) {
        try {
          Meteor._noYieldsAllowed(each);
        } catch (error) {
          if (index === tasks.length - 1) throw error;
          _debug('Exception in queued task', error);
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  flush(): void {
    this.runTask(() => {});
  }

  drain(): void {
    if (!this.safeToRunTask()) return;
    while (this.#tasks.length > 0) this.flush();
  }

  safeToRunTask(): boolean {
    return !this.#isRunning;
  }
}
