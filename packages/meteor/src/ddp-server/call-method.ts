import {
  type ConnectionHandle,
  currentMethodInvocation,
  currentPublicationInvocation,
  MethodInvocation,
  type MethodInvocationOptions,
  type MethodWriteFence,
  makeRpcSeed,
} from '@bolide/meteor/ddp-common';
import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { type Handler, runHandler } from './session/run-handler.js';

function refuseSetUserId(): never {
  throw new Error("Can't call setUserId on a server initiated method call");
}

/** A method that the server calls. Inside of another one it takes part in that one's write fence. */
class InnerMethodInvocation extends MethodInvocation {
  private readonly outer: MethodInvocation | undefined;

  constructor(options: MethodInvocationOptions, outer: MethodInvocation | undefined) {
    super(options);
    this.outer = outer;
  }

  override get fence(): MethodWriteFence | undefined {
    return this.outer?.fence;
  }
}

/** The user, connection and seed that a method inherits from the method or publish function that calls it. */
function inherit(name: string, isFromCallAsync: boolean): MethodInvocation {
  const outer = currentMethodInvocation.get();
  const publication = outer === undefined ? currentPublicationInvocation.get() : undefined;
  let userId: string | null = null;
  let connection: ConnectionHandle | null = null;
  let setUserId: (userId: string | null) => void | Promise<void> = refuseSetUserId;
  let randomSeed: string | null = null;
  if (outer) {
    ({ userId, connection } = outer);
    setUserId = (id) => outer.setUserId(id);
    randomSeed = makeRpcSeed(outer as never, name);
  } else if (publication) {
    ({ userId, connection } = publication);
    setUserId = (id) => publication._session._setUserId(id);
  }
  const options = { name, isFromCallAsync, userId, connection, setUserId, randomSeed };
  return new InnerMethodInvocation(options, outer ?? undefined);
}

/**
 * Calls a method on this server, as `Meteor.applyAsync` does. Arguments and result are copied, as if they had travelled.
 * @returns a promise that rejects with what the method throws; unlike a client's call, errors are not sanitized.
 */
export async function callMethod(
  handler: Handler | undefined,
  name: string,
  args: readonly unknown[],
  isFromCallAsync: boolean,
): Promise<unknown> {
  if (handler === undefined) throw new Meteor.Error(404, `Method '${name}' not found`);
  const invocation = inherit(name, isFromCallAsync);
  const result = await currentMethodInvocation.withValue(invocation, () =>
    runHandler(handler, invocation, EJSON.clone(args), () => `internal call to '${name}'`),
  );
  return EJSON.clone(result);
}
