import {run} from './run.mjs';
import fs from 'node:fs'; import {pathToFileURL} from 'node:url';
async function exec(name, files, opts){ console.log('=====',name); try { const o=await run2(files,opts); fs.mkdirSync('out',{recursive:true}); fs.writeFileSync('out/'+name+'.mjs',o[0].code); const m=await import(pathToFileURL('out/'+name+'.mjs')+''); } catch(e){console.log('ERR',e.message)} }
async function run2(files,opts){ const log=console.log; console.log=()=>{}; try{ return await run(files,opts)} finally{console.log=log} }
await exec('m1',{'entry.js':`import d,{x} from './mixed.js'; console.log(d,x)`, 'mixed.js':`import {b} from './esm.js'; import * as os from 'node:os'; exports.x = b; exports.t = typeof os.cpus;`, 'esm.js':`export const b=1`});
await exec('m2',{'entry.js':`import d,{x,y} from './mixed.js'; import * as ns from './mixed.js'; console.log(d,x,y,ns)`, 'mixed.js':`export const y = 1; exports.x = 2; export default 9;`});
await exec('m3',{'entry.js':`import d,{x,y} from './mixed.js'; import * as ns from './mixed.js'; console.log(d,x,y,ns)`, 'mixed.js':`export const y = 1; module.exports.x = 2; module.exports = {z:1}`});
await exec('m4',{'entry.js':`import d,{x,y} from './mixed.js'; const r=require('./mixed.js'); console.log(d,x,y,r)`, 'mixed.js':`export const y = require('./c.js'); const m = module; console.log(m, typeof module)`, 'c.js':`module.exports=function(){}`});
await exec('m5',{'entry.js':`const d=require('./mixed.js'); console.log(d)`, 'mixed.js':`import c from './c.js'; import * as ns from './c.js'; import {p} from './c.js'; module.exports = [c,ns,p, this]`, 'c.js':`module.exports=function(){}; module.exports.p = 1`});
await exec('m6',{'entry.js':`const d=require('./mixed.js'); console.log(d)`, 'mixed.js':`import c from './c.js'; require('./c.js'); console.log(this)`, 'c.js':`module.exports=function(){}; module.exports.p = 1`});
await exec('m7',{'entry.js':`import { set, v } from './c.js';  const u = require('./c.js'); console.log(v, u.v); set(3); console.log(v, u.v)`, 'c.js':`export let v = 1; export function set(x){ v=x }`});
await exec('m8',{'entry.js':`import d from './c.js';  console.log(d)`, 'c.js':`with ({a:1}) { module.exports = a }`});
await exec('m9',{'entry.js':`import d from './c.js';  console.log(d)`, 'c.js':`module.exports = 010; delete module; y = 1`});
await exec('m10',{'entry.js':`import './c.js';  console.log(typeof X, typeof Y)`, 'c.js':`if (true) { function X(){} } module.exports = X; `});
await exec('m11',{'entry.js':`import d from './c.js';  console.log(d)`, 'c.js':`module.exports = await 5; `});
await exec('m12',{'entry.js':`import d from './c.js';  console.log(d)`, 'c.js':`return; module.exports = 5; `});
await exec('m13',{'entry.js':`import d from './c.js';  console.log(d)`, 'c.js':`var arguments_ = arguments.length; module.exports = this === exports; `});
await exec('m14',{'entry.js':`import './p.js'; import './q.js'`, 'p.js':`globalThis.Tasks = [1]; export {}`, 'q.js':`import {Tasks as t} from './r.js'; console.log(Tasks, t)`, 'r.js':`export class Tasks { static q = Math.random() } export let X = Tasks`});
