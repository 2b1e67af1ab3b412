import { Meteor } from 'meteor/meteor';
import { ReactiveVar } from 'meteor/reactive-var';

/** What went wrong last, for the user. */
export const problem = new ReactiveVar<string | undefined>(undefined);

/** Calls a method whose answer is only of interest when it is an error. */
export function call(method: string, ...args: unknown[]): void {
  problem.set(undefined);
  Meteor.callAsync(method, ...args).catch((error: unknown) => {
    problem.set(error instanceof Meteor.Error && error.reason ? error.reason : 'That did not work.');
  });
}
