// Runs package.js files in a worker thread and tells the main thread which calls they made. Plain JavaScript, because
// a worker is started from a file and must work from the sources (tests) as well as from a published package.
import { createRequire, isBuiltin } from 'node:module';
import { parentPort } from 'node:worker_threads';

const METHODS = {
  Package: ['describe', 'onUse', 'onTest', 'registerBuildPlugin', 'includeTool'],
  Npm: ['depends', 'devDepends', 'strip'],
  Cordova: ['depends'],
  api: ['use', 'imply', 'export', 'addFiles', 'addAssets', 'mainModule', 'versionsFrom'],
};

// Calls may come from helper functions, so the frame of package.js can be far up.
Error.stackTraceLimit = 100;

parentPort.on('message', async ({ id, script, file, includeTests }) => {
  parentPort.postMessage({ id, ...(await run(script, file, includeTests)) });
});

/**
 * @param {string} script A CommonJS module that exports the text of package.js as a function.
 * @param {string} file The package.js itself, from where its own `require` starts.
 * @param {boolean} includeTests Whether the `onTest` function is called.
 */
async function run(script, file, includeTests) {
  const calls = [];
  let phase = 'describe';
  const functions = { use: [], test: [] };
  const recorder = (name) =>
    Object.fromEntries(
      METHODS[name].map((method) => [
        method,
        (...args) => {
          calls.push({ method: `${name}.${method}`, phase, args: args.map((arg) => plain(arg, 0)), ...place(script) });
        },
      ]),
    );
  const Package = recorder('Package');
  const { onUse, onTest } = Package;
  Package.onUse = (callback) => {
    onUse(callback);
    functions.use.push(callback);
  };
  Package.onTest = (callback) => {
    onTest(callback);
    functions.test.push(callback);
  };
  const Npm = {
    ...recorder('Npm'),
    require(name) {
      if (isBuiltin(name)) return createRequire(file)(name);
      throw new Error(`Npm.require(${JSON.stringify(name)}): in package.js it only finds Node's own modules`);
    },
  };
  let loaded = false;
  try {
    const evaluate = createRequire(import.meta.url)(script);
    // Loading only makes the function, so what fails before this is the text itself.
    loaded = true;
    evaluate(Package, Npm, recorder('Cordova'), createRequire(file));
    for (const kind of includeTests ? ['use', 'test'] : ['use']) {
      phase = kind;
      for (const callback of functions[kind]) if (typeof callback === 'function') await callback(recorder('api'));
    }
    return { calls };
  } catch (error) {
    return { calls, error: { ...described(error, script), isSyntaxError: !loaded } };
  }
}

function described(error, script) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { name: error.name, message: error.message, ...place(script, String(error.stack)) };
}

/** Line and column (1-based) of the innermost place in the script that a stack trace names. */
function place(script, stack = new Error('place').stack) {
  const start = stack.indexOf(`${script}:`);
  if (start === -1) return {};
  const match = /^(\d+)(?::(\d+))?/.exec(stack.slice(start + script.length + 1));
  if (match === null) return {};
  return { line: Number(match[1]), ...(match[2] === undefined ? {} : { column: Number(match[2]) }) };
}

/** What can be sent to the main thread: functions become `{ function: true }`, regular expressions their source. */
function plain(value, depth) {
  if (typeof value === 'function') return { function: true };
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 10) return undefined;
  if (value instanceof RegExp) return { regularExpression: value.source, flags: value.flags };
  if (Array.isArray(value)) return value.map((element) => plain(element, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner, depth + 1)]));
}
