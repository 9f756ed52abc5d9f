// The line: it comes back by itself, answers find their question, and nothing is sent twice.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer, Welcome } from "../src/messages";
import { Refused, Socket } from "../src/table/socket";

class FakeWebSocket {
  static readonly OPEN = 1;
  static all: FakeWebSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly url: string) {
    FakeWebSocket.all.push(this);
  }
  accept(): void {
    this.readyState = 1;
    this.onopen();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const last = () => FakeWebSocket.all.at(-1) as FakeWebSocket;
const welcome = (re: unknown) => ({
  type: "welcome",
  re,
  protocol: 1,
  version: "0",
  player: "p",
  name: "Ada",
  tables: [],
});

let messages: FromServer[];
let welcomes: Welcome[];

function opened(): Socket {
  const socket = new Socket(
    "ws://here",
    () => "Ada",
    (message) => messages.push(message),
    (welcome) => welcomes.push(welcome),
  );
  socket.open();
  return socket;
}

async function greeted(): Promise<Socket> {
  const socket = opened();
  last().accept();
  last().say(welcome(last().sent[0]?.["id"]));
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

beforeEach(() => {
  messages = [];
  welcomes = [];
  FakeWebSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("says hello first, with the name", async () => {
  const socket = await greeted();
  expect(last().sent[0]).toMatchObject({ type: "hello", name: "Ada" });
  expect(socket.line.value).toBe("open");
  expect(welcomes).toHaveLength(1);
});

test("an answer finds its question, whatever the order", async () => {
  const socket = await greeted();
  const first = socket.ask({ type: "ping" });
  const second = socket.ask({ type: "ping" });
  const [a, b] = last()
    .sent.slice(-2)
    .map((message) => message["id"]);
  last().say({ type: "ok", re: b, seq: 2 });
  last().say({ type: "ok", re: a, seq: 1 });
  expect(await first).toMatchObject({ seq: 1 });
  expect(await second).toMatchObject({ seq: 2 });
});

test("a refusal rejects with its code", async () => {
  const socket = await greeted();
  const asked = socket.ask({ type: "ping" });
  last().say({
    type: "refusal",
    re: last().sent.at(-1)?.["id"],
    code: "not_your_turn",
    sentence: "wait",
  });
  await expect(asked).rejects.toMatchObject({ code: "not_your_turn", message: "wait" });
});

test("what was not answered when the line breaks is refused, and not sent again", async () => {
  const socket = await greeted();
  const asked = socket.ask({ type: "ping" });
  const refused = expect(asked).rejects.toBeInstanceOf(Refused);
  last().close();
  await refused;
  expect(socket.line.value).toBe("lost");
  await expect(socket.ask({ type: "ping" })).rejects.toMatchObject({ code: "offline" });
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeWebSocket.all).toHaveLength(2);
  last().accept();
  expect(last().sent.map((message) => message["type"])).toEqual(["hello"]);
});

test("it waits longer from attempt to attempt, and tries at once when welcome to", async () => {
  const socket = await greeted();
  last().close();
  await vi.advanceTimersByTimeAsync(300);
  last().close();
  await vi.advanceTimersByTimeAsync(300);
  expect(FakeWebSocket.all).toHaveLength(2);
  socket.retry();
  expect(FakeWebSocket.all).toHaveLength(3);
});

test("messages without a question go to the page", async () => {
  await greeted();
  last().say({ type: "presence", table: "t", here: [], spectators: 1 });
  expect(messages).toMatchObject([{ type: "presence" }]);
});
