export type * from './types.js';
export { useFind } from './use-find.js';
export { useSubscribe } from './use-subscribe.js';
export { useTracker } from './use-tracker.js';
export { withTracker } from './with-tracker.js';
