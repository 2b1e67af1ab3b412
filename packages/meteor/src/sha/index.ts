export { SHA256 } from './sha256.js';
