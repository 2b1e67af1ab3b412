export interface HeartbeatOptions {
  /** Milliseconds of silence after which a ping is sent. */
  readonly heartbeatInterval: number;
  /** Milliseconds to wait for any message after a ping. */
  readonly heartbeatTimeout: number;
  /** Sends a ping. */
  readonly sendPing: () => void;
  /** Called when nothing came back in time. */
  readonly onTimeout: () => void;
}

type Timer = ReturnType<typeof setTimeout>;

/** Finds out that the other side of a connection is gone. Any message counts as a sign of life. */
export class Heartbeat {
  readonly heartbeatInterval: number;
  readonly heartbeatTimeout: number;
  private readonly sendPing: () => void;
  private readonly onTimeout: () => void;
  private seenMessage = false;
  private interval: Timer | undefined;
  private timeout: Timer | undefined;

  constructor(options: HeartbeatOptions) {
    this.heartbeatInterval = options.heartbeatInterval;
    this.heartbeatTimeout = options.heartbeatTimeout;
    this.sendPing = options.sendPing;
    this.onTimeout = options.onTimeout;
  }

  /** Starts, or starts over. */
  start(): void {
    this.stop();
    this.interval = setInterval(() => this.onInterval(), this.heartbeatInterval);
  }

  stop(): void {
    clearInterval(this.interval);
    this.interval = undefined;
    this.stopTimeout();
  }

  /** Must be called for every message from the other side. */
  messageReceived(): void {
    this.seenMessage = true;
    if (this.timeout !== undefined) this.stopTimeout();
  }

  private onInterval(): void {
    // While a ping is unanswered its timeout decides; a second ping would say nothing new.
    if (!this.seenMessage && this.timeout === undefined) {
      this.timeout = setTimeout(() => {
        this.timeout = undefined;
        this.onTimeout();
      }, this.heartbeatTimeout);
      this.sendPing();
    }
    this.seenMessage = false;
  }

  private stopTimeout(): void {
    clearTimeout(this.timeout);
    this.timeout = undefined;
  }
}
