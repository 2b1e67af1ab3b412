import { rolldown } from 'rolldown';
export async function run(files, opts={}, entry='entry.js'){
  const b = await rolldown({ input: entry, platform: opts.platform??'node', treeshake: opts.treeshake ?? true, external: opts.external, plugins:[{name:'v', resolveId(s,i){ const n=s.replace(/^\.\//,''); if(files[n]!==undefined) return {id:'/v/'+n}; }, load(id){ const n=id.slice(3); if(files[n]!==undefined) return {code:files[n], moduleType:'js'} }}], onLog(l,m){console.log('LOG',l,m.message)}, ...opts.input});
  const {output}=await b.generate({format:'esm', ...opts.output});
  for(const o of output){ console.log('---',o.fileName); console.log(o.code);}
  return output;
}
