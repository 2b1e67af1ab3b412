export { EJSON } from './ejson.js';
export type {
  EJSONable,
  EJSONableCustomType,
  EJSONableProperty,
  EJSONEqualsOptions,
  EJSONStringifyOptions,
  JSONable,
} from './types.js';
