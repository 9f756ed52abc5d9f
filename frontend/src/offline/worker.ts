// The worker in which a page without a server plays: the same messages, on this device.
import type { FromClient } from "../messages";
import { Hall, type Line } from "./hall";
import { route } from "./routes";
import { Shelf } from "./shelf";
import { openStore } from "./store";

export type ToWorker =
  | { kind: "begin"; files: string; engine: string } // where the engine's files are, and the query for them
  | { kind: "say"; line: number; text: string }
  | { kind: "close"; line: number }
  | { kind: "http"; id: number; method: string; path: string; body: unknown };
export type FromWorker =
  | { kind: "heard"; line: number; text: string }
  | { kind: "answer"; id: number; status: number; text: string };

const post = (message: FromWorker) => postMessage(message);
const lines = new Map<number, Line>();
let hall: Promise<Hall> | null = null;

async function begin(files: string, engine: string): Promise<Hall> {
  const shelf = new Shelf(async (file) => {
    const response = await fetch(`${files}${file}${engine}`);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response.arrayBuffer();
  });
  return new Hall(shelf, await openStore(), {
    now: () => Date.now() / 1000,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  });
}

function lineOf(number: number): Line {
  let line = lines.get(number);
  if (!line) {
    line = {
      say: (message) => post({ kind: "heard", line: number, text: JSON.stringify(message) }),
    };
    lines.set(number, line);
  }
  return line;
}

async function answer(message: ToWorker): Promise<void> {
  if (message.kind === "begin") {
    hall = begin(message.files, message.engine);
    return;
  }
  if (!hall) return;
  const here = await hall;
  if (message.kind === "say") {
    await here.hear(lineOf(message.line), JSON.parse(message.text) as FromClient);
  } else if (message.kind === "close") {
    here.leave(lineOf(message.line));
    lines.delete(message.line);
  } else {
    const found = await route(here, message.method, message.path, message.body);
    const text = "text" in found ? found.text : JSON.stringify(found.body);
    post({ kind: "answer", id: message.id, status: found.status, text });
  }
}

onmessage = (event: MessageEvent<ToWorker>) => {
  answer(event.data).catch((error: unknown) => {
    console.error(error);
    if (event.data.kind !== "http") return;
    const body = { code: "no_storage", sentence: String(error) };
    post({ kind: "answer", id: event.data.id, status: 500, text: JSON.stringify(body) });
  });
};
