// ../../../../../v/p.js
globalThis.Tasks = [1];
// ../../../../../v/r.js
var Tasks$1 = class {
	static q = Math.random();
};
// ../../../../../v/q.js
console.log(Tasks, Tasks$1);
export {};
