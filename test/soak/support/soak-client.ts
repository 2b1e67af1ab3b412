import { once } from 'node:events';
import { WebSocket } from 'ws';

type Message = Record<string, unknown>;

/** Milliseconds after which an answer counts as lost. */
const ANSWER_TIMEOUT = 10_000;

/** A DDP client that forgets what it has read: for long runs. */
export class SoakClient {
  readonly #url: string;
  #socket: WebSocket | undefined;
  #lastId = 0;
  #waiting = new Map<string, (message: Message) => void>();
  /** The documents of the collection `counters`, as the server says they are. */
  readonly counters = new Map<string, unknown>();
  /** Messages that there must not be. */
  readonly surprises: string[] = [];

  constructor(url: string) {
    this.#url = `${url.replace(/^http/, 'ws')}/websocket`;
  }

  async open(): Promise<void> {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.counters.clear();
    socket.on('error', (error) => this.surprises.push(`error: ${error.message}`));
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Message));
    await once(socket, 'open');
    const connected = this.#answer('connected');
    this.#send({ msg: 'connect', version: '1', support: ['1'] });
    await connected;
  }

  /** Closes by the book, or without a word. */
  async close(isRude = false): Promise<void> {
    const socket = this.#socket;
    if (!socket) return;
    const closed = once(socket, 'close');
    if (isRude) socket.terminate();
    else socket.close();
    await closed;
    this.#waiting.clear();
  }

  /** The message that answers a call: it has `result` or `error`. */
  async call(method: string, ...params: unknown[]): Promise<Message> {
    const id = this.#nextId();
    const [result] = await Promise.all([
      this.#answer(`result ${id}`),
      this.#answer(`updated ${id}`),
      this.#send({ msg: 'method', id, method, params }),
    ]);
    return result;
  }

  /** Resolves to the subscription's id when it is ready. */
  async subscribe(name: string): Promise<string> {
    const id = this.#nextId();
    const ready = this.#answer(`ready ${id}`);
    this.#send({ msg: 'sub', id, name, params: [] });
    await ready;
    return id;
  }

  async unsubscribe(id: string): Promise<void> {
    const ended = this.#answer(`nosub ${id}`);
    this.#send({ msg: 'unsub', id });
    await ended;
  }

  async ping(): Promise<void> {
    const id = this.#nextId();
    const pong = this.#answer(`pong ${id}`);
    this.#send({ msg: 'ping', id });
    await pong;
  }

  #nextId(): string {
    return String(++this.#lastId);
  }

  #send(message: Message): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #answer(key: string): Promise<Message> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer: ${key}`)), ANSWER_TIMEOUT);
      this.#waiting.set(key, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
  }

  #settle(key: string, message: Message): void {
    const resolve = this.#waiting.get(key);
    if (!resolve) this.surprises.push(`not asked for: ${JSON.stringify(message)}`);
    this.#waiting.delete(key);
    resolve?.(message);
  }

  #take(message: Message): void {
    const { msg, id, fields } = message;
    switch (msg) {
      case 'connected':
        this.#settle('connected', message);
        break;
      case 'result':
      case 'nosub':
      case 'pong':
        this.#settle(`${msg} ${id}`, message);
        break;
      case 'updated':
        for (const each of message.methods as string[]) this.#settle(`updated ${each}`, message);
        break;
      case 'ready':
        for (const each of message.subs as string[]) this.#settle(`ready ${each}`, message);
        break;
      case 'added':
        if (this.counters.has(id as string)) this.surprises.push(`added twice: ${id}`);
        this.counters.set(id as string, (fields as { count: number }).count);
        break;
      case 'changed':
        if (!this.counters.has(id as string)) this.surprises.push(`changed, not there: ${id}`);
        this.counters.set(id as string, (fields as { count: number }).count);
        break;
      case 'removed':
        if (!this.counters.delete(id as string)) this.surprises.push(`removed, not there: ${id}`);
        break;
      case 'ping':
        this.#send({ msg: 'pong', ...(id !== undefined && { id }) });
        break;
      default:
        this.surprises.push(JSON.stringify(message));
    }
  }
}
