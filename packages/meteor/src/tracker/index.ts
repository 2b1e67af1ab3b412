export type { AutorunOptions, Computation, Dependency, TrackerApi } from './tracker.js';
export { Tracker, Tracker as Deps } from './tracker.js';
