import { describe, expect, test } from 'vitest';
import { runModules } from './testing/run-modules.js';

/** Every way to assign to a name; X and Y stand for names, V for values. */
const FORMS = [
  'X = V',
  '(X) = V',
  'X = Y = V',
  'X = (Y++, V)',
  'X += V',
  'X -= V',
  'X **= 2',
  'X >>>= V',
  'X ||= V',
  'X &&= V',
  'X ??= V',
  'X++',
  '--X',
  'X = -Y--',
  '[X, Y] = [V, V]',
  '[X, Y] = [Y, X]',
  '[X = V, [Y] = [V]] = []',
  '[, ...X] = [V, V]',
  '[...[X, Y]] = [V, V]',
  '({ X } = { X: V })',
  '({ X = V, Y } = { Y: V })',
  '({ a: X, ...Y } = { a: V, b: V })',
  `({ [\`\${V}\`]: X = V } = {})`,
  '({ a: { b: [X, { Y = V }] } } = { a: { b: [V, {}] } })',
  'for (X of [V, V]);',
  'for (X in { a: V, b: V });',
  'for ([X, Y] of [[V, V]]) Y += X;',
  'for ({ X, a: Y = V } of [{ X: V }]);',
  'for (X = 0; X < 3; X++) Y = X;',
  'try { throw V } catch (e) { X = e }',
  'try { throw V } catch (X) { X = V; Y = X }',
  '(() => { X = V })()',
  '(X => { X = V; Y = X })(V)',
  '(function (Y) { Y = V; X = Y })(V)',
  '(function (a = (X = V)) { Y = a })()',
  '(function X() { Y = typeof X })()',
  '{ let Y = V; X = Y; Y = V }',
  '{ const { X } = { X: V }; Y = X }',
  'X = { X, Y, "Z": V }',
  'X = [typeof X, typeof Missing, X, Y]',
  `X = \`\${X}\`.length`,
  'X = function () {}; X = X.name',
  'X = class {}; X = X.name',
  'X = async () => {}; X = X.name',
  'X = (() => {}); X = X.name',
  'X = null; X ??= () => {}; X = X.name',
  '[X = class { static m() {} }] = []; X = X.name',
  '({ X = function () {} } = {}); X = X.name',
  'X = [function () {}][0].name',
  'X = { X() { return Y } }.X()',
  'X = Y => Y; X = X(V)',
  'if (V > 4) Y = V; else X = V',
  'switch (V) { case (X = V): default: Y = V }',
  'label: for (;;) { X = V; break label }',
  'X = (function f(n) { return n ? f(n - 1) : Y })(2)',
  'X = [1, 2].map(Y => Y + V)',
  'X = new (class { Y = X; static X = V })().Y',
  'X = ((Y = V), Y)',
  'X = V ? Y : (Y = V)',
  'var local = V; X = local',
  'X = (() => { try { return V } finally { Y = V } })()',
  `X = tag\`\${(Y = V)}\`; function tag(s, v) { return v }`,
];

const NAMES = ['Alpha', 'Beta', 'Gamma'];

/** A small deterministic generator: the same seed gives the same programs everywhere. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const LENGTH = 14;

/** The programs of successive numbers go through all forms in turn, with random names and values. */
function program(number: number): string {
  const random = randomFrom(number * 7919 + 1);
  const lines = NAMES.map((name, index) => `${name} = ${index + 1}`);
  for (let count = 0; count < LENGTH; count++) {
    const [x, y] = [random(NAMES.length), random(NAMES.length - 1)];
    const others = NAMES.filter((_, index) => index !== x);
    const form = (FORMS[(number * LENGTH + count) % FORMS.length] as string)
      .replace(/\bX\b/g, NAMES[x] as string)
      .replace(/\bY\b/g, others[y] as string)
      .replace(/\bV\b/g, () => String(random(9)));
    const isFunction = form.includes('function tag') || form.includes('var local');
    // Without semicolons, so that nothing a rewrite puts first may join two lines, except where the source does too.
    lines.push(isFunction || /^[([`]/.test(form) ? `;(() => { ${form} })()` : form);
    lines.push(`;trace.push(JSON.stringify([${NAMES.join(', ')}]))`);
  }
  return lines.join('\n');
}

function reference(source: string): unknown {
  const global = globalThis as Record<string, unknown>;
  const trace: string[] = [];
  global.trace = trace;
  try {
    // The body of such a function is sloppy code.
    new Function(source)();
  } finally {
    delete global.trace;
    for (const name of NAMES) delete global[name];
  }
  return trace;
}

async function bundled(source: string, options: Parameters<typeof runModules>[0]['options']): Promise<unknown> {
  const trace: string[] = [];
  const global = globalThis as Record<string, unknown>;
  global.trace = trace;
  try {
    await runModules({
      files: { 'main.js': "import './random.js'; export {};", 'random.js': source },
      ...{ options },
    } as never);
  } finally {
    delete global.trace;
    for (const name of NAMES) delete global[name];
  }
  return trace;
}

describe('random assignments do what sloppy evaluation does', () => {
  const programs = Array.from({ length: 24 }, (_, index) => index);

  test.each(programs)('to implicit globals of an app, program %i', async (number) => {
    const source = program(number);
    expect(await bundled(source, {})).toEqual(reference(source));
  });

  test.each(programs)('to package-scope variables, program %i', async (number) => {
    const source = program(number);
    const options = { owner: { kind: 'package', name: 'x' }, style: 'linked' } as const;
    expect(await bundled(source, options)).toEqual(reference(source));
  });

  test.each(programs.slice(0, 8))('in CommonJS files of a package, program %i', async (number) => {
    const source = program(number);
    const options = { owner: { kind: 'package', name: 'x' } } as const;
    expect(await bundled(`${source}\nexports.done = true`, options)).toEqual(reference(source));
  });
});
