// The messages between the scripts of the extension.
import type { AskAdvisorHint, BotFacts, HintReply } from "../../frontend/src/messages";

/** From the page's world to the content script, by window.postMessage. */
export interface Logged {
  kibitz: "logged";
  name: unknown;
  data: unknown;
}

/** From a content script or the popup to the service worker. */
export type Ask = { kind: "hint"; ask: AskAdvisorHint } | { kind: "test" };

export interface Facts {
  version: string;
  known: boolean; // the token is valid
  bots: Pick<BotFacts, "name" | "about">[];
}

/** offline: nobody answers now, so ask again. refused: the server answered that it will not. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; why: "offline" | "refused"; sentence: string };

export type HintAnswer = Answer<HintReply>;
export type TestAnswer = Answer<Facts>;
