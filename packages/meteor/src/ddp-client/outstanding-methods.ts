import type { DDPMessage } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { MethodInvoker, type MethodInvokerOptions, type MethodInvokerOwner } from './method-invoker.js';

/** Methods that may be under way at the same time. One with `wait` has a block of its own. */
interface Block {
  readonly wait: boolean;
  methods: MethodInvoker[];
}

export interface OutstandingMethodsOptions {
  send(message: DDPMessage): void;
  /** A method with `wait` is on its way: data must wait until the server has finished it. */
  waitMethodSent(methodId: string): void;
  /** A method has ended, and perhaps it was the last one. */
  onFinished(): void;
}

/**
 * The methods that have been called and whose callbacks have not been called yet.
 *
 * Methods wait in blocks. The first block is under way; the next one is sent when all methods before it are over: each
 * has its answer, and what it wrote is visible. There are never two blocks without `wait` side by side.
 */
export class OutstandingMethods implements MethodInvokerOwner {
  /** By identifier: all that are not over, also those that have their answer and wait for data. */
  readonly invokers: Record<string, MethodInvoker> = Object.create(null);
  /** A method leaves its block when its answer arrives. */
  blocks: Block[] = [];
  /** Those of the invokers that have been sent on the present connection. There may be thousands. */
  readonly #sent = new Set<MethodInvoker>();
  readonly #options: OutstandingMethodsOptions;

  constructor(options: OutstandingMethodsOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    for (const _methodId in this.invokers) return false;
    return true;
  }

  /** Is there a method that has been sent and is not over? */
  anySent(): boolean {
    return this.#sent.size > 0;
  }

  /** Is there a method with this identifier that has been sent and is not over? */
  isSent(methodId: string): boolean {
    return this.invokers[methodId]?.sentMessage ?? false;
  }

  /** Registers a call: from now on it is not over. */
  create(options: MethodInvokerOptions): MethodInvoker {
    const invoker = new MethodInvoker(this, options);
    this.invokers[invoker.methodId] = invoker;
    return invoker;
  }

  /** Puts a call at the end of the line, and sends it if nothing is before it. */
  add(invoker: MethodInvoker): void {
    const last = this.blocks.at(-1);
    if (invoker.wait || !last || last.wait) this.blocks.push({ wait: invoker.wait, methods: [invoker] });
    else last.methods.push(invoker);
    if (this.blocks.length === 1) invoker.sendMessage();
  }

  /** Takes the method that an answer belongs to out of its block. */
  takeForResult(methodId: string): MethodInvoker | undefined {
    const block = this.blocks[0];
    const index = block?.methods.findIndex((method) => method.methodId === methodId) ?? -1;
    return index < 0 ? undefined : block?.methods.splice(index, 1)[0];
  }

  /**
   * The connection has been lost, or replaced: takes out the methods that may not be sent a second time. The caller
   * ends them when everything else is in order, since their callbacks may call methods.
   */
  takeUnrepeatable(): MethodInvoker[] {
    const block = this.blocks[0];
    if (!block) return [];
    const isUnrepeatable = (method: MethodInvoker) => method.sentMessage && method.noRetry;
    const taken = block.methods.filter(isUnrepeatable);
    block.methods = block.methods.filter((method) => !isUnrepeatable(method));
    return taken;
  }

  /** A new connection begins, on which nothing has been sent yet. */
  startOver(): void {
    // The methods of an empty block all have their answers; they end when the new connection has sent its data.
    if (this.blocks[0]?.methods.length === 0) this.blocks.shift();
    for (const invoker of this.#sent) invoker.sentMessage = false;
    this.#sent.clear();
  }

  /** Takes all blocks away, so that methods called now come before them when they are put back. */
  takeBlocks(): Block[] {
    const taken = this.blocks;
    this.blocks = [];
    return taken;
  }

  /** Puts blocks behind those that are there, and sends what can be sent. */
  putBack(blocks: Block[]): void {
    const [first, ...others] = blocks;
    if (!first) return;
    const last = this.blocks.at(-1);
    if (!last) {
      this.blocks = blocks;
      this.#sendFirstBlock();
      return;
    }
    if (last.wait || first.wait) {
      this.blocks.push(...blocks);
      return;
    }
    last.methods.push(...first.methods);
    if (this.blocks.length === 1) for (const method of first.methods) method.sendMessage();
    this.blocks.push(...others);
  }

  /** The connection has ended for good: ends all methods. */
  abandonAll(): void {
    this.blocks = [];
    for (const invoker of Object.values(this.invokers)) invoker.abandon(connectionClosed());
  }

  sendMethod(invoker: MethodInvoker, message: DDPMessage): void {
    this.#sent.add(invoker);
    if (invoker.wait) this.#options.waitMethodSent(invoker.methodId);
    this.#options.send(message);
  }

  finished(invoker: MethodInvoker): void {
    delete this.invokers[invoker.methodId];
    this.#sent.delete(invoker);
    if (!this.anySent() && this.blocks[0]?.methods.length === 0) {
      this.blocks.shift();
      this.#sendFirstBlock();
    }
    this.#options.onFinished();
  }

  #sendFirstBlock(): void {
    for (const method of this.blocks[0]?.methods.slice() ?? []) method.sendMessage();
  }
}

/** The error of a method with `noRetry` whose connection was lost. */
export function connectionLost(): Meteor.Error {
  return new Meteor.Error(
    'invocation-failed',
    'The connection was lost while the method was under way, and `noRetry` forbids to send it again: ' +
      'it may or may not have run',
  );
}

function connectionClosed(): Meteor.Error {
  return new Meteor.Error(
    'invocation-failed',
    'The connection has been closed for good before the method was answered',
  );
}
