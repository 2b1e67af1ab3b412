export { check } from './check.js';
export type { MatchApi } from './match.js';
export { Match } from './match.js';
export type { CheckOptions, Matcher, Pattern, PatternMatch } from './types.js';
