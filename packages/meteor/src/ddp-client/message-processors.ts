import { Meteor } from '@bolide/meteor/meteor';
import type { DataPipeline } from './data-pipeline.js';
import { after, type MaybePromise } from './maybe-promise.js';
import type { OutstandingMethods } from './outstanding-methods.js';
import type { NosubMessage, ResultMessage, WireError } from './server-messages.js';
import type { Session } from './session.js';
import type { Subscriptions } from './subscriptions.js';

/** The parts of a connection that messages act on. */
export interface MessageContext {
  readonly session: Session;
  readonly data: DataPipeline;
  readonly outstanding: OutstandingMethods;
  readonly subscriptions: Subscriptions;
}

/** The server has accepted the connection. */
export function processConnected(context: MessageContext, sessionId: string | undefined): MaybePromise<void> {
  const { data, session } = context;
  // What still waits is from the old session: it must not be applied as if it were the new one's.
  const flushed = data.hasWrites && !data.quiescence.waiting ? data.flush() : undefined;
  return after(flushed, () => {
    const { isReconnect, isResumed } = session.accept(sessionId);
    if (isResumed) {
      context.subscriptions.resendStops();
      return;
    }
    context.subscriptions.forgetStops();
    return beginSession(context, isReconnect);
  });
}

function beginSession({ data, outstanding, subscriptions }: MessageContext, isReconnect: boolean): MaybePromise<void> {
  data.beginSession(isReconnect);
  const invokers = Object.values(outstanding.invokers);
  // Methods that have their answer are not sent again. Their data are as visible as they will get when all the data of
  // the new session are.
  for (const invoker of invokers) if (invoker.gotResult()) data.afterUpdate(() => invoker.dataVisible());
  const waitFor = invokers.filter(
    // On a reconnect, methods that are on their way already (such as a login) may change what is published; on a
    // first connection only those with `wait` hold data back.
    (invoker) => !invoker.gotResult() && invoker.sentMessage && (isReconnect || invoker.wait),
  );
  data.quiescence.begin(
    subscriptions.readyIds(),
    waitFor.map((invoker) => invoker.methodId),
  );
  return data.quiescence.waiting ? undefined : data.flush();
}

/** A subscription has ended, or has been refused. */
export function processNosub({ data, subscriptions }: MessageContext, message: NosubMessage): MaybePromise<void> {
  subscriptions.confirmStop(message.id);
  return after(data.handle(message), () => {
    subscriptions.get(message.id)?.stoppedByServer(message.error && toMeteorError(message.error));
  });
}

/** A method has been answered. */
export function processResult({ data, outstanding }: MessageContext, message: ResultMessage): MaybePromise<void> {
  // The application must not get an answer before changes that came before it.
  const flushed = data.hasWrites ? data.flush() : undefined;
  return after(flushed, () => {
    const invoker = outstanding.takeForResult(message.id);
    if (!invoker) {
      Meteor._debug(`Discarding the answer to the method call ${message.id}, which is not outstanding`);
    } else if (message.error) {
      invoker.receiveResult(toMeteorError(message.error));
    } else {
      invoker.receiveResult(undefined, message.result);
    }
  });
}

function toMeteorError({ error, reason, details }: WireError): Meteor.Error {
  return new Meteor.Error(error, reason, details);
}
