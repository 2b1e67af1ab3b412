export { useFind } from './suspense/use-find.js';
export { useSubscribe } from './suspense/use-subscribe.js';
export { useTracker } from './suspense/use-tracker.js';
export type { FindArguments, ObservableCollection, SkipUpdate } from './types.js';
