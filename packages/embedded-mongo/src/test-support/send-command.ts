import { connect } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';
import { HEADER_BYTES } from '../wire/limits.js';
import { allocateMessage, OpCode } from '../wire/message.js';
import { MessageFramer } from '../wire/message-framer.js';

/** Sends one command over a connection of its own, without a driver; rejects with an error that has `code`. */
export async function sendCommand(uri: string, command: Document): Promise<Document> {
  const { hostname, port } = new URL(uri);
  const body = serialize(command);
  const message = allocateMessage(5 + body.length, 1, 0, OpCode.message);
  message.writeUInt32LE(0, HEADER_BYTES);
  message[HEADER_BYTES + 4] = 0;
  message.set(body, HEADER_BYTES + 5);
  const reply = await new Promise<Document>((resolve, reject) => {
    const framer = new MessageFramer();
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(message));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The connection was closed')));
    socket.on('data', (chunk: Buffer) => {
      framer.push(chunk);
      const whole = framer.next();
      if (!whole) return;
      resolve(deserialize(whole.subarray(HEADER_BYTES + 5)));
      socket.destroy();
    });
  });
  if (reply.ok !== 1) throw Object.assign(new Error(reply.errmsg), reply);
  return reply;
}
