// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
(/* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = X;
})))();
console.log(typeof X, typeof Y);
export {};
