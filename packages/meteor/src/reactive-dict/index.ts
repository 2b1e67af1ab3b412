export { ReactiveDict } from './reactive-dict.js';
