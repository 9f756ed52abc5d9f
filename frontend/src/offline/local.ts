// The page's way to a table: a server, or the worker on this device. Everything else in the page calls
// `connect` and `request`, and does not know which it speaks to.
import { signal } from "@preact/signals";
import type { FromClient } from "../messages";
import type { FromWorker, ToWorker } from "./worker";

/** Whether this page plays without a server. */
export const isLocal = signal(false);
/** Why it cannot: the engine's files are missing, or the browser does not run them. */
export const obstacle = signal<"without_engine" | "no_simd" | null>(null);

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
// The smallest module with a SIMD instruction, as the engine has many (Makefile, WASM_FLAGS): a function
// of type [] -> v128 that does i32.const 0, i8x16.splat, i8x16.popcnt.
const SIMD = [
  ...[0, 97, 115, 109, 1, 0, 0, 0], // "\0asm", version 1
  ...[1, 5, 1, 96, 0, 1, 123], // types
  ...[3, 2, 1, 0], // functions
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // code
];
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

/** Whether this browser runs the engine; old ones do not, nor does iOS in Lockdown Mode. */
export const runsEngine = (): boolean =>
  typeof WebAssembly === "object" && WebAssembly.validate(Uint8Array.from(SIMD));

async function findObstacle(): Promise<typeof obstacle.value> {
  const index = await fetch(`${files}index.json${engine}`).catch(() => null);
  // A server that knows no such file may send the page itself.
  if (!index?.ok || !index.headers.get("content-type")?.includes("json")) return "without_engine";
  return runsEngine() ? null : "no_simd";
}

/** Play on this device from now on; false if there is an obstacle. */
export async function goLocal(): Promise<boolean> {
  if (worker) return true;
  obstacle.value = await findObstacle();
  if (obstacle.value) return false;
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

/** Ask the browser not to clear what is stored here when it runs out of space. It may refuse. */
async function keepStored(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined; // absent on an insecure page
  if (storage && !(await storage.persisted())) await storage.persist();
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
    // Only for somebody who plays here, as Firefox asks the person.
    if ((JSON.parse(text) as FromClient).type === "create") keepStored().catch(console.warn);
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
