import {run} from './run.mjs';
await run({
 'entry.js': `import { a } from './esm.js'; export function f(){ const _x = require('./esm2.js'); return _x.b + _x.default; } console.log(a, f(), typeof require, typeof module, typeof exports); const r = require; r('fs'); require.resolve('fs'); require(globalThis.zz); Foo = 1;`,
 'esm.js': `export let a = 1; const Tasks = 5; console.log(Tasks); import './imp.js'`,
 'imp.js': `globalThis.Tasks = 1; console.log(Tasks); this.x = 1; export {}`,
 'esm2.js': `export let b = 2; export default 5; export function set(v){ b = v }`,
});
await run({
 'entry.js': `import c from './cjs.js'; import {y} from './cjs.js'; console.log(c, y, this); export {}`,
 'cjs.js': `const m = require('./esm2.js'); const fs=require('fs'); module.exports = { m, y: 1, t: typeof module, e: typeof require, d: __dirname, f: __filename, id: module.id }; if (module.hot) module.hot.accept(); return;`,
 'esm2.js': `export let b = 2; export default 5; export function set(v){ b = v }`,
});
await run({
 'entry.js': `import './mixed.js'; import './plain.js'; import './json.json'`,
 'mixed.js': `import {b} from './esm2.js'; module.exports = b; `,
 'plain.js': `console.log(await 5); with_ = 1;`,
 'esm2.js': `export let b = await 2; export default 5; export function set(v){ b = v }`,
 'json.json':'{}'
}).catch(e=>console.log(e.message));
await run({
 'entry.js': `const x = require('./esm2.js'); console.log(x)`,
 'esm2.js': `export let b = await 2; export default 5; export function set(v){ b = v }`,
}).catch(e=>console.log(e.message));
