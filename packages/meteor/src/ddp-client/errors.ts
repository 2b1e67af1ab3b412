import { Meteor } from '@bolide/meteor/meteor';

/** The connection to a server was lost, or could not be made. */
export const ConnectionError = Meteor.makeErrorType('DDP.ConnectionError', function (message: string) {
  this.message = message;
});

/** The connection was given up to make another one. */
export const ForcedReconnectError = Meteor.makeErrorType('DDP.ForcedReconnectError', () => {});
