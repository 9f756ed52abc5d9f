// One WebSocket that comes back by itself. Requests have a number; their answer resolves a promise.
// What was asked while the line was down is refused at once: the page says so, and nothing is sent
// twice behind a player's back.
import { signal } from "@preact/signals";
import {
  PROTOCOL,
  type FromClient,
  type FromServer,
  type Refusal,
  type Welcome,
} from "../messages";
import { connect, type Wire } from "../offline/local";

export type Line = "connecting" | "open" | "lost" | "closed";

/** A refusal of the server, or a line that broke while an answer was waited for. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

type Without<T> = T extends { id?: number | null } ? Omit<T, "id"> : never;
export type Ask = Without<FromClient>;

interface Waiting {
  resolve(answer: FromServer): void;
  reject(error: Refused): void;
}

const RETRY_MS = [300, 600, 1200, 2500, 5000]; // between attempts; the last one repeats
const PING_MS = 20_000;
const ANSWER_MS_MAX = 90_000; // a deep bot may think long about a hint

export class Socket {
  readonly line = signal<Line>("connecting");
  /** When the next attempt is made, in milliseconds of `Date.now`, while the line is lost. */
  readonly retryAt = signal(0);
  private socket: Wire | null = null;
  private waiting = new Map<number, Waiting>();
  private number = 0;
  private attempts = 0;
  private timer = 0;
  private ping = 0;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly name: () => string | null,
    private readonly onMessage: (message: FromServer) => void,
    private readonly onWelcome: (welcome: Welcome) => void,
    private readonly onRefused: (refusal: Refusal) => void = () => undefined,
    private readonly token: string | null = null, // of a person who is not this browser's
  ) {}

  open(): void {
    this.stopped = false;
    clearTimeout(this.timer);
    this.line.value = this.attempts === 0 ? "connecting" : "lost";
    const socket = connect(this.url);
    this.socket = socket;
    socket.onopen = () => void this.greet(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.receive(event.data);
    socket.onclose = () => this.closed(socket);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.line.value = "closed";
  }

  /** Ask now, not when the next attempt is due. */
  retry(): void {
    if (this.line.value === "lost" && this.socket?.readyState !== WebSocket.OPEN) this.open();
  }

  ask<T extends FromServer = FromServer>(message: Ask): Promise<T> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("offline", "offline"));
    }
    const id = ++this.number;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Refused("no_answer", "no answer"));
      }, ANSWER_MS_MAX);
      this.waiting.set(id, {
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer as T);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private async greet(socket: Wire): Promise<void> {
    try {
      const name = this.name();
      const hello: Ask = {
        type: "hello",
        protocol: PROTOCOL,
        ...(name ? { name } : {}),
        ...(this.token ? { token: this.token } : {}),
      };
      const welcome = await this.ask<Welcome>(hello);
      if (socket !== this.socket) return;
      this.attempts = 0;
      this.line.value = "open";
      clearInterval(this.ping);
      this.ping = window.setInterval(() => {
        this.ask({ type: "ping" }).catch(() => undefined);
      }, PING_MS);
      this.onWelcome(welcome);
    } catch (error) {
      if (error instanceof Refused && error.code !== "offline") {
        this.onRefused({ type: "refusal", re: null, code: error.code, sentence: error.message });
      }
      socket.close();
    }
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as FromServer;
    const re = "re" in message ? message.re : null;
    const waiting = re === null ? undefined : this.waiting.get(re);
    if (waiting && re !== null) {
      this.waiting.delete(re);
      if (message.type === "refusal") waiting.reject(new Refused(message.code, message.sentence));
      else waiting.resolve(message);
      return;
    }
    if (message.type === "refusal") this.onRefused(message);
    else this.onMessage(message);
  }

  private closed(socket: Wire): void {
    if (socket !== this.socket) return;
    clearInterval(this.ping);
    for (const waiting of this.waiting.values()) waiting.reject(new Refused("offline", "offline"));
    this.waiting.clear();
    if (this.stopped) return;
    this.line.value = "lost";
    const pause = RETRY_MS[Math.min(this.attempts, RETRY_MS.length - 1)] ?? 5000;
    this.attempts += 1;
    this.retryAt.value = Date.now() + pause;
    this.timer = window.setTimeout(() => this.open(), pause);
  }
}
