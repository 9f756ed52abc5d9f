// The server's HTTP API. Every error has a code and a sentence, taken from the response body.
import type {
  BotFacts,
  GameFacts,
  Position,
  RecordSummary,
  RecordReply,
  Refused as Body,
  ServerFacts,
  Session,
  TableSummary,
} from "./messages";
import { request } from "./offline/local";
import { Refused } from "./table/socket";

export function http<T>(path: string, body?: unknown): Promise<T> {
  return send<T>(body === undefined ? "GET" : "POST", path, body);
}

export function remove<T>(path: string): Promise<T> {
  return send<T>("DELETE", path);
}

/** A response that is not JSON: the rules. */
export async function text(path: string): Promise<string> {
  return (await answer("GET", path)).text;
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await answer(method, path, body)).parsed as T;
}

async function answer(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ text: string; parsed: unknown }> {
  let response: Response;
  try {
    response = await request(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", "offline");
  }
  const text = await response.text();
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A proxy's page, or nothing: the status says enough.
  }
  if (!response.ok) {
    const refused = parsed as Body | null;
    throw new Refused(
      refused?.code ?? `http_${response.status}`,
      refused?.sentence ?? response.statusText,
    );
  }
  return { text, parsed };
}

const kept = new Map<string, Promise<unknown>>();

/** Facts that do not change while the page is open; asked once. */
function once<T>(path: string): Promise<T> {
  let asked = kept.get(path) as Promise<T> | undefined;
  if (!asked) {
    asked = http<T>(path);
    kept.set(path, asked);
    asked.catch(() => kept.delete(path));
  }
  return asked;
}

export const api = {
  server: () => http<ServerFacts>("/server"),
  session: (name: string | null, passphrase: string | null) =>
    http<Session>("/session", { name, passphrase }),
  games: () => once<GameFacts[]>("/games"),
  bots: (game: string) => once<BotFacts[]>(`/games/${game}/bots`),
  tables: () => http<TableSummary[]>("/tables"),
  records: (game: string | null, limit: number, before: number | null, mine: boolean) =>
    http<RecordSummary[]>(
      `/records?mine=${mine}&limit=${limit}${game ? `&game=${game}` : ""}${before === null ? "" : `&before=${before}`}`,
    ),
  position: (path: string, ply: number, seat: number | null) =>
    http<Position>(`${path}/positions/${ply}${seat === null ? "" : `?seat=${seat}`}`),
  record: (path: string) => http<RecordReply>(path),
};
