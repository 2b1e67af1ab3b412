export { Retry, type RetryOptions } from './retry.js';
