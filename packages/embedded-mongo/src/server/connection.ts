import type { Socket } from 'node:net';
import type { Document } from 'bson';
import { dispatch } from '../commands/dispatch.js';
import { errorReply } from '../commands/error-reply.js';
import { MongoError } from '../engine/mongo-error.js';
import { HEADER_BYTES, MAX_MESSAGE_BYTES } from '../wire/limits.js';
import { OpCode, readHeader } from '../wire/message.js';
import { MessageFramer } from '../wire/message-framer.js';
import { type CommandMessage, decodeCommandMessage, encodeCommandReply } from '../wire/op-msg.js';
import { decodeLegacyQuery, encodeLegacyReply } from '../wire/op-query.js';
import { ProtocolError } from '../wire/protocol-error.js';
import { isStreamedHello, streamHello } from './awaited-hello.js';
import type { ConnectionState } from './connection-state.js';
import type { ServerState } from './server-state.js';

/** What has come in and is not yet answered may grow to this before the peer has to wait. */
const MAX_UNREAD_BYTES = MAX_MESSAGE_BYTES + HEADER_BYTES;

/** Serves one client connection: one message after the other, answered in order. */
export class Connection {
  readonly state: ConnectionState;
  readonly #socket: Socket;
  readonly #server: ServerState;
  readonly #framer = new MessageFramer();
  readonly #gone = new AbortController();
  #busy = false;
  #nextRequestId = 1;

  /** @param onEnd Called once the connection is gone. */
  constructor(socket: Socket, id: number, server: ServerState, onEnd: (connection: Connection) => void) {
    this.#socket = socket;
    this.#server = server;
    this.state = {
      id,
      remote: socket.remoteAddress ? `${socket.remoteAddress}:${socket.remotePort}` : 'unix',
      closed: this.#gone.signal,
      end: () => this.destroy(),
      client: undefined,
      user: undefined,
      conversation: undefined,
      helloOk: false,
    };
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    // 'close' follows; a reset connection is nothing to report.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#gone.abort(new Error('The client is gone'));
      onEnd(this);
    });
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#framer.push(chunk);
    if (this.#busy) {
      if (this.#framer.bufferedBytes > MAX_UNREAD_BYTES) this.#socket.pause();
      return;
    }
    void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    try {
      for (let message = this.#framer.next(); message; message = this.#framer.next()) {
        await this.#answer(message);
        if (this.#gone.signal.aborted) return;
        if (this.#socket.isPaused()) this.#socket.resume();
      }
    } catch {
      // Malformed bytes: there is no telling where the next message begins.
      this.#socket.destroy();
    } finally {
      this.#busy = false;
    }
  }

  async #answer(message: Buffer): Promise<void> {
    const { opCode, requestId } = readHeader(message);
    if (opCode === OpCode.message) {
      const command = this.#decode(message);
      if (command instanceof MongoError) await this.#send(errorReply(command, undefined), requestId, false);
      else await this.#answerCommand(command, requestId);
    } else if (opCode === OpCode.query) {
      await this.#answerLegacyQuery(message, requestId);
    } else {
      throw new ProtocolError(`Messages of kind ${opCode} are not spoken here`);
    }
  }

  /** Documents that are no BSON end the command; a message that is not well-formed ends the connection. */
  #decode(message: Buffer): CommandMessage | MongoError {
    try {
      return decodeCommandMessage(message);
    } catch (error) {
      if (error instanceof MongoError) return error;
      throw error;
    }
  }

  async #answerCommand(message: CommandMessage, requestId: number): Promise<void> {
    const { body } = message;
    if (message.exhaustAllowed && isStreamedHello(body)) {
      return streamHello(body, this.state, this.#server, (reply) => {
        const id = this.#nextRequestId;
        const sent = this.#send(reply, requestId, true);
        requestId = id;
        return sent;
      });
    }
    const reply = await dispatch(body, this.state, this.#server);
    if (!message.moreToCome) await this.#send(reply, requestId, false);
  }

  async #answerLegacyQuery(message: Buffer, requestId: number): Promise<void> {
    const { database, collection, query } = decodeLegacyQuery(message);
    if (collection !== '$cmd') throw new ProtocolError('OP_QUERY is for commands only');
    const command = (query.$query as Document | undefined) ?? query;
    const reply = await dispatch({ ...command, $db: database }, this.state, this.#server);
    await this.#write(encodeLegacyReply(reply, this.#nextRequestId++, requestId));
  }

  #send(reply: Document, responseTo: number, moreToCome: boolean): Promise<void> | void {
    return this.#write(encodeCommandReply(reply, this.#nextRequestId++, responseTo, moreToCome));
  }

  /** Waits for a peer that reads more slowly than it asks. */
  #write(bytes: Buffer): Promise<void> | void {
    if (this.#gone.signal.aborted || this.#socket.write(bytes)) return;
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#socket.off('drain', finish);
        this.#socket.off('close', finish);
        resolve();
      };
      this.#socket.on('drain', finish);
      this.#socket.on('close', finish);
    });
  }
}
