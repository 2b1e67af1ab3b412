export { IdMap } from './id-map.js';
