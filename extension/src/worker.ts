// The service worker: the one connection to the server. Stateless, because a browser stops it
// whenever it likes: each message is one request with the settings of that moment.
import type { BotFacts, HintReply } from "../../frontend/src/messages";
import type { Answer, Ask, Facts } from "./messages";
import { load } from "./settings";

const SECONDS_MAX = 25; // a browser stops a worker that waits for more than 30

chrome.runtime.onMessage.addListener((message, _, reply) => {
  const asked = message as Ask;
  const answer = asked.kind === "hint" ? hint(asked) : test();
  answer.then(reply, (error: unknown) =>
    reply({ ok: false, why: "refused", sentence: String(error) }),
  );
  return true; // the reply comes later
});

async function hint(asked: Extract<Ask, { kind: "hint" }>): Promise<Answer<HintReply>> {
  const answer = await request<HintReply>("/api/analysis/advisor/hint", asked.ask);
  if (answer.ok && !isHint(answer.value, asked.ask.seat))
    return { ok: false, why: "refused", sentence: "This server answers in an unknown form." };
  return answer;
}

/** Whether the server answers, knows the token, and who can advise. */
async function test(): Promise<Answer<Facts>> {
  const server = await request<{ version: string; session: unknown }>("/api/server");
  if (!server.ok) return server;
  if (typeof server.value.version !== "string")
    return { ok: false, why: "refused", sentence: "There is another server at this address." };
  const known = server.value.session !== null;
  const bots = known ? await request<BotFacts[]>("/api/games/ohhell/bots") : null;
  if (bots && !bots.ok) return bots;
  const named = (bots?.ok ? bots.value : []).filter((bot) => !bot.oracle);
  return {
    ok: true,
    value: {
      version: server.value.version,
      known,
      bots: named.map(({ name, about }) => ({ name, about })),
    },
  };
}

async function request<T>(path: string, body?: unknown): Promise<Answer<T>> {
  const { server, token } = await load();
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(server + path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(SECONDS_MAX * 1000),
    });
  } catch {
    return {
      ok: false,
      why: "offline",
      sentence: `No Kibitz server answers at ${server}. Start it with: kibitz serve --extension`,
    };
  }
  const found: unknown = await response.json().catch(() => null);
  if (response.ok && found !== null) return { ok: true, value: found as T };
  return refusal(found, response.status);
}

const SENTENCES: Readonly<Record<string, string>> = {
  no_session: "The token is missing or wrong: paste the one that the server prints.",
};
const PASSING = ["busy", "too_fast", "too_slow", "died"]; // codes that ask for patience

function refusal(found: unknown, status: number): Answer<never> {
  const { code, sentence } = (found ?? {}) as { code?: unknown; sentence?: unknown };
  const why = typeof code === "string" && PASSING.includes(code) ? "offline" : "refused";
  let text = `The server answered with status ${status}, which is unknown.`;
  if (typeof sentence === "string") text = `The server refuses: ${sentence.slice(0, 300)}.`;
  if (typeof code === "string" && SENTENCES[code]) text = SENTENCES[code];
  return { ok: false, why, sentence: text };
}

function isHint(value: HintReply, seat: number): boolean {
  return (
    value.game === "ohhell" &&
    value.seat === seat &&
    Number.isInteger(value.action) &&
    typeof value.name === "string" &&
    typeof value.confidence === "number" &&
    Array.isArray(value.shares)
  );
}
