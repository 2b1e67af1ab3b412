export { Base64 } from './base64.js';
