import { currentMethodInvocation } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { WriteFence } from './write-fence.js';

/**
 * The fence that writes of now belong to. Inside of a method that is the fence of its invocation, without anybody having
 * set it: one environment variable less to enter for each call.
 */
class CurrentWriteFence extends Meteor.EnvironmentVariable<WriteFence | undefined> {
  override get(): WriteFence | undefined {
    return super.get() ?? (currentMethodInvocation.get()?.fence as WriteFence | undefined);
  }
}

export const currentWriteFence = new CurrentWriteFence();

/** The fence that writes of now belong to, if any. */
export function getCurrentFence(): WriteFence | undefined {
  return currentWriteFence.get();
}
