import { Meteor } from '@bolide/meteor/meteor';

/** An error in the form that goes to the client. */
export interface WireError {
  readonly isClientSafe: true;
  readonly error: string | number;
  readonly reason?: string | undefined;
  readonly details?: unknown;
  readonly message: string;
  readonly errorType: string;
}

interface ThrownError {
  readonly isClientSafe?: unknown;
  readonly sanitizedError?: unknown;
  readonly error?: string | number | undefined;
  readonly reason?: string | undefined;
  readonly details?: unknown;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  /** Set by tests on errors that are not to be logged. */
  readonly _expectedByTest?: unknown;
}

/** A client-safe error of any class (`isClientSafe` is the mark, so that packages need not know `Meteor.Error`). */
function toWire(error: ThrownError): WireError {
  return {
    isClientSafe: true,
    error: error.error as string | number,
    reason: error.reason,
    details: error.details,
    message: error.message ?? '',
    errorType: 'Meteor.Error',
  };
}

/** `new Meteor.Error(error, reason, details)` as it goes to the client. */
export function clientError(error: string | number, reason?: string, details?: unknown): WireError {
  return toWire(new Meteor.Error(error, reason, details as never));
}

/** What a client learns of an error that is none of its business. */
export function internalServerError(): WireError {
  return clientError(500, 'Internal server error');
}

function log(thrown: ThrownError, context: string): void {
  if (thrown._expectedByTest) return;
  Meteor._debug(`Exception ${context}`, thrown.stack ?? thrown);
  if (thrown.sanitizedError) Meteor._debug('Sanitized and reported to the client as:', thrown.sanitizedError);
}

/**
 * What the client may know of an error that a method or publish function threw: the error itself if it is client-safe
 * (a `Meteor.Error`), else its `sanitizedError`, else "500 Internal server error". All but the first are logged.
 * Never throws, whatever was thrown: getters and proxies can throw again at every look.
 * @param context completes "Exception …", e.g. `while invoking method 'x'`.
 */
export function toClientError(thrown: unknown, context: string): WireError {
  try {
    return readError(thrown, context);
  } catch {
    Meteor._debug(`Exception ${context}; nothing can be told of it, since looking at it throws`);
    return internalServerError();
  }
}

function readError(thrown: unknown, context: string): WireError {
  const error: ThrownError = typeof thrown === 'object' && thrown !== null ? thrown : { stack: String(thrown) };
  if (error.isClientSafe) return toWire(error);
  log(error, context);
  const sanitized = error.sanitizedError as ThrownError | undefined;
  if (sanitized?.isClientSafe) return toWire(sanitized);
  if (sanitized) Meteor._debug(`Exception ${context} has a sanitizedError without isClientSafe; it is ignored`);
  return internalServerError();
}
