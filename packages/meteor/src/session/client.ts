import { ReactiveDict } from '@bolide/meteor/reactive-dict';

/** What an app keeps in `Session`: values that EJSON can carry. */
export interface SessionValues {
  // biome-ignore lint/suspicious/noExplicitAny: apps read their values untyped, as with Meteor's own types
  [key: string]: any;
}

/** The app's reactive values on the client. They outlive reloads for new code, but not those by the user. */
export const Session: ReactiveDict<SessionValues> = new ReactiveDict<SessionValues>('session');
