export { default as _ } from 'underscore';
