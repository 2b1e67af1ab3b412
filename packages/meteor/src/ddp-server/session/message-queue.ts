import { type DDPMessage, readDDP } from '@bolide/meteor/ddp-common';

/**
 * Characters of messages that wait as objects. A message can take twenty times the memory of its text (`[[],[],[],…]`),
 * so what comes beyond waits as text and is read again in its turn.
 */
const MAX_PARSED_SIZE = 256 * 1024;

interface Waiting {
  /** `undefined`: to be read from `text`. */
  readonly message: DDPMessage | undefined;
  readonly text: string;
}

/** The messages of one client that wait for their turn. Holds no memory while it is empty, which it mostly is. */
export class MessageQueue {
  private waiting: (Waiting | undefined)[] | undefined;
  private head = 0;
  private parsedSize = 0;
  /** Characters of all messages that wait. */
  size = 0;

  get length(): number {
    return this.waiting === undefined ? 0 : this.waiting.length - this.head;
  }

  /** @param text what `message` was read from; empty if it never was text. */
  push(message: DDPMessage, text: string): void {
    const isParsed = text === '' || this.parsedSize + text.length <= MAX_PARSED_SIZE;
    if (isParsed) this.parsedSize += text.length;
    this.size += text.length;
    const entry: Waiting = { message: isParsed ? message : undefined, text };
    if (this.waiting === undefined) this.waiting = [entry];
    else this.waiting.push(entry);
  }

  shift(): DDPMessage | undefined {
    const { waiting } = this;
    if (waiting === undefined) return undefined;
    const { message, text } = waiting[this.head] as Waiting;
    waiting[this.head] = undefined;
    this.size -= text.length;
    if (message !== undefined) this.parsedSize -= text.length;
    this.head++;
    if (this.head === waiting.length) {
      this.clear();
    } else if (this.head >= 512 && this.head * 2 > waiting.length) {
      // Not at every shift: moving the rest each time would make a long queue quadratic.
      waiting.splice(0, this.head);
      this.head = 0;
    }
    return message ?? readAgain(text);
  }

  clear(): void {
    this.waiting = undefined;
    this.head = 0;
    this.parsedSize = 0;
    this.size = 0;
  }
}

function readAgain(text: string): DDPMessage {
  try {
    return readDDP(text) ?? {};
  } catch {
    // It could be read once; custom EJSON types are the app's code. Without a `msg` it is a bad request.
    return {};
  }
}
