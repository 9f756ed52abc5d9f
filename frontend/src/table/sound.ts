// Discreet sounds, made by the browser itself: a card, dice, a doubt, your turn, the end of a deal.
// They are off until somebody turns them on in the settings.
import { settings } from "../settings";
import type { Attended } from "./store";

export type Sound = "card" | "dice" | "doubt" | "turn" | "deal";

let audio: AudioContext | null = null;

/** A short tone that fades: frequency in hertz, length and delay in seconds. */
function tone(to: AudioContext, hertz: number, seconds: number, delay = 0, volume = 0.05): void {
  const at = to.currentTime + delay;
  const source = to.createOscillator();
  const gain = to.createGain();
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(to.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** A soft rustle or tap: noise through a filter. */
function tap(to: AudioContext, hertz: number, seconds: number, delay = 0, volume = 0.12): void {
  const at = to.currentTime + delay;
  const buffer = to.createBuffer(1, Math.ceil(seconds * to.sampleRate), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    data[i] = (2 * Math.random() - 1) * volume * (1 - i / data.length) ** 2;
  }
  const source = to.createBufferSource();
  const filter = to.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  source.connect(filter).connect(to.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, (to: AudioContext) => void> = {
  card: (to) => tap(to, 1800, 0.07),
  dice: (to) => [0, 0.07, 0.13, 0.22].forEach((delay) => tap(to, 2600, 0.04, delay)),
  doubt: (to) => {
    tone(to, 220, 0.25);
    tone(to, 165, 0.35, 0.12);
  },
  turn: (to) => tone(to, 660, 0.25),
  deal: (to) => {
    tone(to, 523, 0.3);
    tone(to, 659, 0.4, 0.12);
  },
};

export function play(sound: Sound): void {
  if (!settings.value.sounds || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  SOUNDS[sound](audio);
}

/** What a message about a table sounds like: the most telling of what is new in it, then the turn. */
export function soundsOf(before: Attended | null, now: Attended): Sound[] {
  const old = before?.table.table === now.table.table ? before : null;
  if (!old || now.history.length <= old.history.length) return [];
  const kinds = new Set(now.history.slice(old.history.length).map((line) => line.kind));
  const heard: Sound[] = [];
  if (kinds.has("score")) heard.push("deal");
  else if (kinds.has("reveal")) heard.push("doubt");
  else if (kinds.has("chance")) heard.push("dice");
  else if (kinds.has("action")) heard.push("card");
  const turn = (at: Attended) =>
    at.table.you !== null && at.table.position?.player === at.table.you;
  if (turn(now) && !turn(old)) heard.push("turn");
  return heard;
}
