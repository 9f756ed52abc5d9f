// The gear menu: autoplay and its delay, with the notice that belongs to it.
import type { JSX } from "preact";
import { DELAY_MAX, DELAY_MIN } from "../settings";
import type { Settings } from "../settings";

export function Gear({
  settings,
  change,
}: {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
}): JSX.Element {
  const { autoplay, delay } = settings;
  return (
    <fieldset class="gear">
      <legend class="hidden">Settings</legend>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={autoplay}
          data-setting="autoplay"
          onChange={(event) => change({ autoplay: event.currentTarget.checked })}
        />
        Autoplay
      </label>
      <label>
        <span>
          Delay <output>{delay} ms</output>
        </span>
        <input
          type="range"
          min={DELAY_MIN}
          max={DELAY_MAX}
          step={50}
          value={delay}
          data-setting="delay"
          onChange={(event) => change({ delay: Number(event.currentTarget.value) })}
        />
      </label>
      <p class="notice">
        Autoplay bids and plays for you. The site&apos;s terms of use may forbid this, and advice as
        well; other people at the table may mind. Ask before you use it.
      </p>
    </fieldset>
  );
}
