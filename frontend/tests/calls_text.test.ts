// Sentences about calls: whose contract is named, and what is left out.
import { afterEach, expect, test } from "vitest";
import { isOwn, prospectsText, versusText } from "../src/advice/calls_text";
import type { HintReply, SeatInfo } from "../src/messages";
import { change } from "../src/settings";

afterEach(() => change({ language: "en" }));

const ours = { plays: 0.8, makes: 0.6, others_play: 0.2, others_make: 0.4 };
const theirs = { plays: 0.1, makes: 0.6, others_play: 0.9, others_make: 0.4 };
const bid = { name: "80 hearts", label: "80 ♥" };
const pass = { name: "pass", label: "Pass" };

test("the side that mostly plays is the one named", () => {
  expect(prospectsText([bid, pass], [ours, theirs], true)).toBe(
    "After 80 ♥ your side plays the contract in 80% of deals and makes it in 60% of those.",
  );
  expect(prospectsText([bid], [theirs], true)).toContain("the opponents play the contract in 90%");
  expect(prospectsText([bid], [theirs], false)).toContain("the other side plays");
  expect(prospectsText([bid], [{ ...ours, plays: 1, others_play: 0 }], false)).toBe(
    "After 80 ♥ this side makes its contract in 60% of deals.",
  );
  expect(prospectsText([bid], null, true)).toBe("");
});

test("a hint says by how much, or that two calls are equal", () => {
  const versus = { action: 0, name: "pass", loss: 12, error: 3, clear: true, bids_met: null };
  const reply = { name: "80 hearts", reward: "margin", versus: { ...versus, prospects: null } };
  const text = (part: object, whole: object = {}) =>
    versusText(
      { ...reply, ...whole, versus: { ...reply.versus, ...part } } as unknown as HintReply,
      (name) => name,
    );
  expect(text({})).toMatch(/^On average 80 hearts is worth 12\.0 points more than pass\.$/);
  expect(text({ clear: false })).toBe("80 hearts and pass are worth about the same.");
  expect(text({ clear: false }, { level: "high" })).toBe(
    "80 hearts is probably better than pass, by about 12.0 points.",
  );
  expect(text({ clear: false, loss: 0 }, { level: "high" })).toContain("about the same");
  expect(text({ bids_met: [0.5, 0.25] })).toContain("80 hearts in 50% of deals, pass in 25%");
  expect(versusText({ ...reply, versus: null } as unknown as HintReply, String)).toBeNull();
});

test("a partner's decision is one of the own side", () => {
  const seats = [0, 1, 2, 3].map((seat) => ({ side: [seat % 2, (seat % 2) + 2], you: seat === 0 }));
  expect([0, 1, 2, 3].map((seat) => isOwn(seats as unknown as SeatInfo[], seat))).toEqual([
    ...[true, false, true, false],
  ]);
});

test("the same in French", () => {
  change({ language: "fr" });
  const say = (text: string | null) => text?.replaceAll("\u00a0", " ");
  const [call, pass] = [
    { name: "80 hearts", label: "80 ♥" },
    { name: "pass", label: "Passe" },
  ];
  expect(say(prospectsText([call, pass], [ours, theirs], true))).toBe(
    "Après 80 ♥, votre camp joue le contrat dans 80 % des donnes et le réussit dans 60 % de celles-ci.",
  );
  expect(say(prospectsText([call], [theirs], true))).toBe(
    "Après 80 ♥, les adversaires jouent le contrat dans 90 % des donnes et le réussissent dans 40 % de celles-ci.",
  );
  expect(say(prospectsText([call], [theirs], false))).toContain("l’autre camp joue le contrat");
  const always = { ...ours, plays: 1, others_play: 0 };
  expect(say(prospectsText([call], [always], true))).toBe(
    "Après 80 ♥, votre camp réussit son contrat dans 60 % des donnes.",
  );
  expect(say(prospectsText([call], [always], false))).toContain("ce camp réussit son contrat");

  const versus = { action: 0, name: "bid 0", loss: 2.1, error: 0.3, clear: true, prospects: null };
  const reply = (part: object) =>
    ({
      name: "bid 1",
      reward: "points",
      versus: { ...versus, bids_met: [0.65, 0.51], ...part },
    }) as unknown as HintReply;
  const label = (name: string) => `Annonce ${name.slice(4)}`;
  expect(say(versusText(reply({}), label))).toBe(
    "En moyenne, 2,1 points de plus avec Annonce 1 qu’avec Annonce 0. " +
      "Avec Annonce 1, vous tenez votre annonce dans 65 % des donnes ; avec Annonce 0, dans 51 %.",
  );
  expect(say(versusText(reply({ clear: false, bids_met: null }), label))).toBe(
    "Annonce 1 et Annonce 0 se valent à peu près.",
  );
  expect(
    say(versusText({ ...reply({ clear: false, bids_met: null }), level: "high" }, label)),
  ).toBe("Sans doute environ 2,1 points de plus avec Annonce 1 qu’avec Annonce 0.");
});
