import type { DDPMessage } from '@bolide/meteor/ddp-common';

/** The messages of one client that wait for their turn. Holds no memory while it is empty, which it mostly is. */
export class MessageQueue {
  private messages: DDPMessage[] | undefined;
  private sizes: number[] = emptySizes;
  private head = 0;
  /** Characters of all messages that wait. */
  size = 0;

  get length(): number {
    return this.messages === undefined ? 0 : this.messages.length - this.head;
  }

  /** @param size the characters the message came in. */
  push(message: DDPMessage, size: number): void {
    if (this.messages === undefined) {
      this.messages = [message];
      this.sizes = [size];
    } else {
      this.messages.push(message);
      this.sizes.push(size);
    }
    this.size += size;
  }

  shift(): DDPMessage | undefined {
    const { messages } = this;
    if (messages === undefined) return undefined;
    const message = messages[this.head] as DDPMessage;
    this.size -= this.sizes[this.head] as number;
    this.head++;
    if (this.head === messages.length) {
      this.clear();
    } else if (this.head >= 512 && this.head * 2 > messages.length) {
      // Not at every shift: moving the rest each time would make a long queue quadratic.
      messages.splice(0, this.head);
      this.sizes.splice(0, this.head);
      this.head = 0;
    }
    return message;
  }

  clear(): void {
    this.messages = undefined;
    this.sizes = emptySizes;
    this.head = 0;
    this.size = 0;
  }
}

/** Shared by all empty queues; never changed. */
const emptySizes: number[] = [];
