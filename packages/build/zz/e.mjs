import {run} from './run.mjs';
await run({
 'entry.js': `import './pkg.js'; import './cjs.js'; import './esm.js'`,
 'pkg.js': `import './dep.js'; export const Meteor = {}; console.log('pkg')`,
 'dep.js': `console.log('dep'); export let q = await 1`,
 'cjs.js': `import {Meteor} from './pkg.js'; exports.a = Meteor;`,
 'esm.js': `import {Meteor} from './pkg.js'; export let a = Meteor; import u from './cjs.js'; console.log(u)`,
},{treeshake:false, output:{codeSplitting:{groups:[{name:'pkg',test:/pkg|dep/},{name:'app',test:/cjs|esm/}]}}});
