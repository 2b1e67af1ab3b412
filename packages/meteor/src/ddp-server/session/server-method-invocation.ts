import { MethodInvocation } from '@bolide/meteor/ddp-common';
import { WriteFence } from '../write-fence/write-fence.js';
import type { Session } from './session.js';

/**
 * The invocation of a method that a client called. It points to its session and to the place in the queue that it holds,
 * and makes its write fence when somebody asks: most calls write nothing, and then an invocation is one small object.
 */
export class ServerMethodInvocation extends MethodInvocation {
  readonly messageId: string;
  /** The session's number of the message that is being handled. */
  readonly ticket: number;
  isFinished = false;
  private readonly session: Session;

  constructor(session: Session, ticket: number, messageId: string, name: string, randomSeed: string | null) {
    super({ name, userId: session.userId, connection: session.connectionHandle, randomSeed });
    this.session = session;
    this.ticket = ticket;
    this.messageId = messageId;
  }

  override get fence(): WriteFence {
    if (this._fence === undefined) {
      const fence = new WriteFence();
      if (this.isFinished) {
        // Code that the method left behind: `updated` has been sent, its writes go past the fence.
        fence.armed = fence.fired = fence.retired = true;
      } else {
        fence.onAllCommitted(() => {
          // Retired here and not when the method ends: what it left running may write as long as the fence is open.
          fence.retire();
          this.session.sendUpdated(this.messageId);
        });
      }
      this._fence = fence;
    }
    return this._fence as WriteFence;
  }

  /** The fence, if anybody has asked for it. */
  get usedFence(): WriteFence | undefined {
    return this._fence as WriteFence | undefined;
  }

  override unblock(): void {
    this._calledUnblock = true;
    this.session.unblock(this.ticket);
  }

  override async setUserId(userId: string | null): Promise<void> {
    if (this._calledUnblock) throw new Error("Can't call setUserId in a method after calling unblock");
    this.userId = userId;
    // A method that does not wait for this gets its `updated` after the publications' changes all the same.
    const write = this.fence.beginWrite();
    try {
      await this.session._setUserId(userId);
    } finally {
      await write.committed();
    }
  }
}
