import {parseSync, transformSync} from 'rolldown/utils';
function t(s, o={}, f='a.ts'){ const r=transformSync(f,s,{sourcemap:true,...o}); console.log('----',JSON.stringify(o)); console.log(r.code, r.errors.map(e=>[e.message,Object.keys(e),e.loc,e.pos,e.frame]), r.warnings.map(w=>w.message), Object.keys(r), r.helpersUsed); return r }
t(`import {T, v} from './x'; const a: T = v; enum E {A=1} namespace N { export const z = 1 } export = a;`);
t(`class A { @d x: string = 'a'; y?: number; z = 1; constructor(private q: number){} @m() foo(@p a: Foo): void {} }`, {decorator:{legacy:true, emitDecoratorMetadata:true}});
t(`class A { @d x: string = 'a'; y?: number; z = 1; #p = 2; constructor(private q: number){} @m() foo() {} }`, {tsconfig:{compilerOptions:{experimentalDecorators:true,useDefineForClassFields:false, emitDecoratorMetadata:true}}});
t(`class A { @d x: string = 'a'; }`, {});
t(`function f(){ import x from 'y'; return x }`, {});
t(`import x from 'y'; let q: x; `, {tsconfig:{compilerOptions:{verbatimModuleSyntax:true}}});
t(`let q = <div a={1} {...x}>hi<></></div>; with(a){}; a = 010`, {sourceType:'script'}, 'a.jsx');
t(`let q = <div a={1} {...x} key="1">hi</div>; export const z = await 1; return 1`, {jsx:{runtime:'classic'}}, 'a.jsx');
t(`let x: number = = 2`, {});
t(`module.exports = <a/>; require('x')`, {sourceType:'commonjs'}, 'a.jsx');
t(`module.exports = <a/>; require('x')`, {jsx:{development:true}}, 'a.jsx');
t(`import fs = require('fs'); export const enum Q {A,B}; abstract class X { abstract foo(): void; declare y: number } let z = <any>X; using u = null; accessor`, {});
