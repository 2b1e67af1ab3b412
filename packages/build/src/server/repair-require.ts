/** The linker's helper for CommonJS modules, as it writes it. */
const HELPER = /^var __commonJSMin = \(cb, mod\) => \(\) => \(mod \|\| .*;$/m;

const REPAIRED = `var __commonJSMin = (cb, mod) => () => {
	if (mod) return mod.exports;
	try {
		cb((mod = { exports: {} }).exports, mod, mod.exports);
		cb = null;
	} catch (error) {
		mod = void 0;
		throw error;
	}
	return mod.exports;
};`;

/**
 * The linker's helper remembers a CommonJS module that failed, and gives what there is of it when it is required again.
 * In Node such a module is evaluated again.
 */
export const repairRequire = (code: string): string => code.replace(HELPER, REPAIRED);
