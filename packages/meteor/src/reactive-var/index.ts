export { ReactiveVar, type ReactiveVarConstructor } from './reactive-var.js';
