import { enable, type MessageCallback, type Messaging, type MessagingProcess } from './enable.js';

export { enable, type MessageCallback, type Messaging, type MessagingProcess } from './enable.js';

/** Only if this process was started with an IPC channel: without one, no message can ever come. */
const parent: Messaging | undefined =
  typeof process.send === 'function' ? enable(process as MessagingProcess) : undefined;

/** Registers a callback for messages of the parent process about `topic`. Does nothing without an IPC channel. */
export function onMessage(topic: string, callback: MessageCallback): void {
  parent?.onMessage(topic, callback);
}
