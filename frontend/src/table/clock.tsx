// A seat's clock: counts down by itself between messages, and turns red near the end.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ClockInfo } from "../messages";

/** Seconds left for a seat at the server's time `now`. */
export function secondsLeft(clock: ClockInfo, seat: number, now: number): number {
  const left = clock.left[seat] ?? 0;
  return Math.max(0, clock.running === seat ? left - (now - clock.at) : left);
}

export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

const LOW_SECONDS = 10;

export function Clock({ left }: { left: () => number | null }): JSX.Element | null {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = left();
  if (seconds === null) return null;
  return (
    <span class={seconds <= LOW_SECONDS ? "clock low" : "clock"} role="timer">
      {clockText(seconds)}
    </span>
  );
}
