import { Meteor } from '@bolide/meteor/meteor';
import type { MethodInvocation } from './method-invocation.js';
import type { PublicationInvocation } from './types.js';

/** The method (or stub) that is running. `DDP._CurrentMethodInvocation` is this object. */
export const currentMethodInvocation = new Meteor.EnvironmentVariable<MethodInvocation | undefined>();

/** The publish function that is running. `DDP._CurrentPublicationInvocation` is this object. */
export const currentPublicationInvocation = new Meteor.EnvironmentVariable<PublicationInvocation | undefined>();

/** What `callAsync` started. `DDP._CurrentCallAsyncInvocation` is this object. */
export const currentCallAsyncInvocation = new Meteor.EnvironmentVariable<
  { readonly name: string; readonly hasCallAsyncParent: boolean } | undefined
>();
