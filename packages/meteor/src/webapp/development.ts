import { Meteor } from '@bolide/meteor/meteor';
import { runningBundle } from '@bolide/runtime';

/** Whether clients may get source maps: in a bundle made with `--debug`, or on a server in development. */
export const isForDevelopers = (): boolean =>
  runningBundle()?.manifest.mode === 'development' || Meteor.isDevelopment === true;
