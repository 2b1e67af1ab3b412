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

/** `Meteor._AsynchronousQueue`: tasks run one after another, each in a later turn of the event loop. */
export class AsynchronousQueueClass {
  #tasks = new DoubleEndedQueueClass<Task>();
  #isBusy = false;
  #isDraining = false;

  queueTask(task: () => unknown): void {
    this.#tasks.push({ run: task });
    this.#schedule();
  }

  runTask(task: () => unknown): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const rethrow = (error: unknown) => {
        throw error;
      };
      this.#tasks.push({ run: Meteor.bindEnvironment(task, rethrow), resolve, reject });
      this.#schedule();
    });
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

  #schedule(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Fresh: what runs here belongs to nobody's method call; a task that cares has been bound.
    Meteor._runFresh(() => Meteor._setImmediate(() => void this.#run()));
  }

  async #run(): Promise<void> {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      try {
        await task.run();
        task.resolve?.();
      } catch (error) {
        if (task.reject) task.reject(error);
        else _debug('Exception in queued task', error);
      }
    }
    this.#isBusy = false;
  }
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
