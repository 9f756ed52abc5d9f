// The page's way to a table: a server, or the worker on this device. Everything else in the page calls
// `connect` and `request`, and does not know which it speaks to.
import { signal } from "@preact/signals";
import type { FromWorker, ToWorker } from "./worker";

/** Whether this page plays without a server. */
export const isLocal = signal(false);
/** Whether it could not, for want of the engine's files. */
export const withoutEngine = signal(false);

/** What the page uses of a WebSocket. */
export interface Wire {
  readonly readyState: number;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent<string>) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

const files = `${import.meta.env.BASE_URL}offline/`;
// The fingerprint of the engine that this page was built with: it loads no other, even if the site has
// a newer one by now (tools/service_worker.js).
const engine = `?${import.meta.env["KIBITZ_ENGINE"] as string}`;
let worker: Worker | null = null;
let number = 0;
const wires = new Map<number, LocalWire>();
const waiting = new Map<number, (answer: Response) => void>();

export const connect = (url: string): Wire => (worker ? new LocalWire() : new WebSocket(url));

export function request(path: string, init: RequestInit): Promise<Response> {
  if (!worker) return fetch(path, init);
  const id = ++number;
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
  const found = new Promise<Response>((resolve) => waiting.set(id, resolve));
  tell({ kind: "http", id, method: init.method ?? "GET", path: path.replace(/^\/api/, ""), body });
  return found;
}

const tell = (message: ToWorker) => worker?.postMessage(message);

/** Play on this device from now on; false if the page was built without the engine. */
export async function goLocal(): Promise<boolean> {
  if (worker) return true;
  const index = await fetch(`${files}index.json${engine}`).catch(() => null);
  // A server that knows no such file may send the page itself.
  withoutEngine.value = !index?.ok || !index.headers.get("content-type")?.includes("json");
  if (withoutEngine.value) return false;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === "heard") wires.get(data.line)?.hear(data.text);
    else {
      waiting.get(data.id)?.(new Response(data.text, { status: data.status }));
      waiting.delete(data.id);
    }
  };
  tell({ kind: "begin", files: new URL(files, location.href).href, engine });
  isLocal.value = true;
  return true;
}

class LocalWire implements Wire {
  readyState: number = WebSocket.CONNECTING;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  private readonly line = ++number;

  constructor() {
    wires.set(this.line, this);
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    });
  }

  hear(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  send(text: string): void {
    tell({ kind: "say", line: this.line, text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    wires.delete(this.line);
    tell({ kind: "close", line: this.line });
    this.onclose?.(new CloseEvent("close"));
  }
}
