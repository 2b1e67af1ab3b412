import type {
  AbsoluteUrlOptions,
  EnvironmentVariable as EnvironmentVariableType,
  MeteorError,
  MeteorSettings,
  MeteorStatic,
  TypedError as TypedErrorType,
} from './types.js';

/** Filled by `client.ts` or `server.ts`; then the packages that are loaded add their parts (`Meteor.methods`, …). */
export const Meteor = {} as MeteorStatic;

/** The types that TypeScript users know as `Meteor.X`. Packages add theirs by declaration merging. */
export declare namespace Meteor {
  export type Error = MeteorError;
  export type TypedError = TypedErrorType;
  export type EnvironmentVariable<T> = EnvironmentVariableType<T>;
  export type Settings = MeteorSettings;
  export type absoluteUrlOptions = AbsoluteUrlOptions;
}
