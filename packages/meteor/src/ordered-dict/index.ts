export { OrderedDict } from './ordered-dict.js';
