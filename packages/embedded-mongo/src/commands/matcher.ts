export { compileFilter as matcher } from '../engine/query/filter.js';
