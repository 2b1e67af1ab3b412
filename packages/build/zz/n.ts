import {readFileSync, globSync, readdirSync, statSync} from 'node:fs';
import { needsSloppyMode } from '../src/transform/needs-sloppy-mode.ts';
import { analyzeModule } from '../src/transform/index.ts';
function walk(d, out=[]) { for (const e of readdirSync(d,{withFileTypes:true})) { const p=d+'/'+e.name; if (e.isDirectory()) walk(p,out); else if (/\.(c?js)$/.test(e.name) && !/\/(vitest|vite|typescript|@biomejs|playwright-core|bun-types)\//.test(p)) out.push(p);} return out; }
const files = walk('/work/main/node_modules');
let lines=0, n=0, t=performance.now(), flagged={};
for (const f of files) { const s=readFileSync(f,'utf8'); if (s.length>2e6) continue; lines+=s.split('\n').length; n++; try { if (needsSloppyMode(s)) { let kinds=''; try { const fa=analyzeModule(s,f,{displayPath:f,style:'module'}); kinds=[...new Set(fa.strictModeProblems.map(p=>p.kind))]+' W:'+fa.undeclaredWrites.slice(0,3) } catch(e){kinds=e.message} console.log(f.slice(24), kinds) } } catch(e) { console.log('ERR',f,e.message) } }
console.log(n, lines, performance.now()-t);
