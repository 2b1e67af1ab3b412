import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BuildError } from '../../build-error.js';
import { codeFrame, displayPath } from '../messages.js';
import { unreadable } from '../meteor-folder.js';

/** One call that a package.js made to `Package`, `Npm`, `Cordova` or `api`. */
export interface PackageCall {
  /** For example `api.addFiles`. */
  readonly method: string;
  /** Where it was made: while the file itself ran, or in its `onUse` or `onTest` function. */
  readonly phase: 'describe' | 'use' | 'test';
  /** Functions arrive as `{ function: true }`, regular expressions as `{ regularExpression, flags }`. */
  readonly args: readonly unknown[];
  readonly line?: number;
  readonly column?: number;
}

interface Reply {
  readonly id: number;
  readonly calls: readonly PackageCall[];
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly isSyntaxError: boolean;
    readonly line?: number;
    readonly column?: number;
  };
}

/** Milliseconds that one package.js may take. */
const TIME_LIMIT = 10_000;

// From `src/project/package-js` and from `dist/project/package-js` alike.
const WORKER = new URL('../../../src/project/package-js/package-script-worker.mjs', import.meta.url);

// The text of package.js becomes the body of a function whose parameters are the names that Meteor gives it. All on
// the first line, so that lines in stack traces are those of package.js.
const BEFORE = 'module.exports = function (Package, Npm, Cordova, require) { ';
const AFTER = '\n};\n';

/**
 * Runs package.js files and records the calls they make.
 *
 * A package.js is a program in sloppy mode, so what it says can only be learned by running it. It runs as an ordinary
 * CommonJS module: a copy in a temporary folder (a `.cjs` file, because "type" in the app's package.json would decide
 * how a `.js` file is read) that Node or Bun loads with `require`. It runs in a worker thread, because only a thread
 * can be stopped when the script never ends, and because the script's globals stay there. It only records; what the
 * calls mean is decided here, in the main thread. One worker serves all package.js files of a build.
 */
export class PackageScriptRunner {
  readonly #directory: string;
  readonly #includeTests: boolean;
  readonly #timeLimit: number;
  #worker: Worker | undefined;
  #temporary: string | undefined;
  #count = 0;

  /**
   * @param options.directory The app's folder; paths in messages are relative to it.
   * @param options.includeTests Whether `onTest` functions are called too. Default: false.
   * @param options.timeLimit Milliseconds for one package.js. Default: 10000.
   */
  constructor(options: { directory: string; includeTests?: boolean; timeLimit?: number }) {
    this.#directory = options.directory;
    this.#includeTests = options.includeTests ?? false;
    this.#timeLimit = options.timeLimit ?? TIME_LIMIT;
  }

  /**
   * Runs one package.js. One at a time.
   * @throws BuildError if it throws, does not end in time or cannot be read.
   */
  async run(file: string): Promise<readonly PackageCall[]> {
    const text = await this.#read(file);
    this.#temporary ??= await mkdtemp(join(tmpdir(), 'bolide-package-js-'));
    const id = this.#count++;
    const script = join(this.#temporary, `package-${id}.cjs`);
    await writeFile(script, BEFORE + text + AFTER);
    const reply = await this.#ask(
      { id, script, file, includeTests: this.#includeTests },
      displayPath(this.#directory, file),
    );
    if (reply.error !== undefined) throw await this.#failure(file, text, reply.error);
    return reply.calls.map((call) => withColumnOf(call));
  }

  /** Ends the worker and removes the temporary files. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
    this.#temporary = undefined;
  }

  async #read(file: string): Promise<string> {
    try {
      return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    } catch (error) {
      throw unreadable(file, this.#directory, error);
    }
  }

  #ask(question: { id: number; script: string; file: string; includeTests: boolean }, name: string): Promise<Reply> {
    const worker = this.#startedWorker();
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const giveUp = (error: BuildError) => {
        finish();
        this.#worker = undefined;
        void worker.terminate();
        reject(error);
      };
      const onMessage = (reply: Reply) => {
        if (reply.id !== question.id) return;
        finish();
        resolve(reply);
      };
      const onError = (error: unknown) => {
        giveUp(
          new BuildError(`${name} failed outside of its onUse function: ${String(error)}`, {
            remedy: 'Let onUse wait for all that it starts.',
            cause: error,
          }),
        );
      };
      const onExit = () => {
        giveUp(new BuildError(`${name} ended its process`, { remedy: 'A package.js must not call process.exit().' }));
      };
      const timer = setTimeout(() => {
        giveUp(
          new BuildError(`${name} did not finish within ${this.#timeLimit / 1000} s`, {
            remedy: 'Look for an endless loop or a promise in onUse that is never settled.',
          }),
        );
      }, this.#timeLimit);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(question);
    });
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER);
    // A script may leave a timer behind that fails later, while no script or another one runs.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on('error', forget).on('exit', forget);
    this.#worker = worker;
    return worker;
  }

  async #failure(file: string, text: string, reported: NonNullable<Reply['error']>): Promise<BuildError> {
    // Where a syntax error is, Node and Bun tell in different ways or not at all; a parser does.
    const error = (reported.isSyntaxError && (await syntaxError(text))) || withColumnOf(reported);
    const name = displayPath(this.#directory, file);
    const where = error.line === undefined ? name : `${name}:${error.line}`;
    return new BuildError(`${where}: ${error.name}: ${error.message}`, {
      remedy: 'A package.js may use Package, Npm, Cordova and require. Correct it, or do not use the package.',
      ...(error.line === undefined ? {} : { detail: codeFrame(text, error.line, error.column) }),
    });
  }
}

/** Takes the part before package.js's text off columns of the first line. */
function withColumnOf<T extends { readonly line?: number; readonly column?: number }>(place: T): T {
  if (place.line !== 1 || place.column === undefined) return place;
  return { ...place, column: Math.max(1, place.column - BEFORE.length) };
}

async function syntaxError(
  text: string,
): Promise<{ name: string; message: string; line: number; column: number } | undefined> {
  const { parse } = await import('@babel/parser');
  try {
    parse(text, { sourceType: 'script', allowReturnOutsideFunction: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !('loc' in error)) throw error;
    const { line, column } = error.loc as { line: number; column: number };
    return { name: 'SyntaxError', message: error.message.replace(/ \(\d+:\d+\)$/, ''), line, column: column + 1 };
  }
}
