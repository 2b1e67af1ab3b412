import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { decode, encode } from './wire.js';

/** Called with what the other process sent. What it returns (or its promise gives) is the answer. */
export type MessageCallback = (payload: unknown) => unknown;

export interface Messaging {
  /** Registers a callback for messages about `topic`. Several callbacks of a topic are all called. */
  onMessage(topic: string, callback: MessageCallback): void;
  /**
   * Sends a message and resolves with the answers of all its callbacks. Rejects with the error of a callback, or when the
   * other process ends.
   */
  sendMessage(topic: string, payload?: unknown): Promise<unknown[]>;
}

/** A child process with an IPC channel, or the process itself if it was started with one. */
export interface MessagingProcess extends EventEmitter {
  send?: ((message: object, callback?: (error: Error | null) => void) => unknown) | undefined;
}

type Message =
  | { readonly type: 'METEOR_IPC_PING' | 'METEOR_IPC_PONG'; readonly id: string }
  | {
      readonly type: 'METEOR_IPC_MESSAGE';
      readonly responseId: string;
      readonly topic: string;
      readonly encodedPayload: string;
    }
  | {
      readonly type: 'METEOR_IPC_RESPONSE';
      readonly responseId: string;
      readonly encodedResults?: string;
      readonly encodedError?: string;
    };

interface Waiting {
  readonly resolve: (results: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds between the first questions whether the other process listens; it grows by a tenth each time. */
const FIRST_POLL = 50;

/** Gives `otherProcess` the methods `onMessage` and `sendMessage`, and returns it. Calling it again does nothing. */
export function enable<P extends MessagingProcess>(otherProcess: P): P & Messaging {
  const enabled = otherProcess as P & Messaging;
  if (typeof enabled.onMessage === 'function' && typeof enabled.sendMessage === 'function') return enabled;

  const callbacks = new Map<string, Set<MessageCallback>>();
  /** Messages of one topic are answered one after the other, in order. */
  const lastOfTopic = new Map<string, Promise<void>>();
  const waiting = new Map<string, Waiting>();
  const pings = new Map<string, () => void>();
  let ready: Promise<void> | undefined;

  const send = (message: Message, onError: (error: NodeJS.ErrnoException) => void = printError) => {
    otherProcess.send?.(message, (error) => {
      if (error) onError(error);
    });
  };

  const answer = async (message: Message & { type: 'METEOR_IPC_MESSAGE' }): Promise<void> => {
    const { responseId, topic, encodedPayload } = message;
    try {
      const results: unknown[] = [];
      // Decoded for each: what one callback changes is nothing to the others.
      for (const callback of callbacks.get(topic) ?? []) results.push(callback(decode(encodedPayload)));
      const encodedResults = encode(await Promise.all(results));
      send({ type: 'METEOR_IPC_RESPONSE', responseId, encodedResults });
    } catch (error) {
      send({ type: 'METEOR_IPC_RESPONSE', responseId, encodedError: encode(error) });
    }
  };

  otherProcess.on('message', (message: Message) => {
    switch (message?.type) {
      case 'METEOR_IPC_PING':
        send({ type: 'METEOR_IPC_PONG', id: message.id });
        break;
      case 'METEOR_IPC_PONG':
        pings.get(message.id)?.();
        break;
      case 'METEOR_IPC_MESSAGE': {
        const before = lastOfTopic.get(message.topic);
        const done = before ? before.then(() => answer(message)) : answer(message);
        lastOfTopic.set(message.topic, done);
        break;
      }
      case 'METEOR_IPC_RESPONSE': {
        const entry = waiting.get(message.responseId);
        waiting.delete(message.responseId);
        if (message.encodedError !== undefined) entry?.reject(decode(message.encodedError));
        else entry?.resolve(decode(message.encodedResults ?? '[{"a":[]}]') as unknown[]);
        break;
      }
    }
  });

  otherProcess.on('exit', (code: number | null, signal: string | null) => {
    const error = Object.assign(new Error('process exited'), { code, signal });
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
    ready = Promise.reject(error);
    ready.catch(() => {});
  });

  /** Asks until the other process answers: it may not have loaded this package yet. */
  const waitUntilReady = () =>
    new Promise<void>((resolve, reject) => {
      const id = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      pings.set(id, () => {
        clearTimeout(timer);
        pings.delete(id);
        resolve();
      });
      const poll = (delay: number) => {
        if (!pings.has(id)) return;
        send({ type: 'METEOR_IPC_PING', id }, (error) => {
          pings.delete(id);
          clearTimeout(timer);
          reject(error);
        });
        timer = setTimeout(poll, delay, delay * 1.1);
      };
      poll(FIRST_POLL);
    });

  enabled.onMessage = (topic, callback) => {
    const ofTopic = callbacks.get(topic);
    if (ofTopic) ofTopic.add(callback);
    else callbacks.set(topic, new Set([callback]));
  };

  enabled.sendMessage = async (topic, payload) => {
    ready ??= waitUntilReady();
    await ready;
    const responseId = randomUUID();
    return new Promise<unknown[]>((resolve, reject) => {
      waiting.set(responseId, { resolve, reject });
      send({ type: 'METEOR_IPC_MESSAGE', responseId, topic, encodedPayload: encode(payload) }, (error) => {
        waiting.delete(responseId);
        reject(error);
      });
    });
  };

  return enabled;
}

function printError(error: NodeJS.ErrnoException): void {
  // EPIPE: the other process has ended; there is nobody left to tell.
  if (error.code !== 'EPIPE') console.error('Error sending message:', error);
}
