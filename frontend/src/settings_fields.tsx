// Inputs for settings that several pages offer: the person's name, and the speed of animations.
import type { JSX } from "preact";
import { change, settings, type Speed } from "./settings";
import { t } from "./text";

export function NameField(): JSX.Element {
  return (
    <label class="field">
      <span>{t("your_name")}</span>
      <input
        value={settings.value.name}
        maxLength={32}
        placeholder={t("guest")}
        autocomplete="nickname"
        onInput={(event) => change({ name: event.currentTarget.value })}
      />
    </label>
  );
}

// `choice` marks the field for tests: a page may have two of them.
export function SpeedField({ choice }: { choice?: string }): JSX.Element {
  return (
    <label class="field">
      <span>{t("animation")}</span>
      <select
        value={settings.value.speed}
        data-choice={choice}
        onChange={(event) => change({ speed: event.currentTarget.value as Speed })}
      >
        {(["slow", "normal", "fast", "off"] as const).map((speed) => (
          <option value={speed} key={speed}>
            {t(`speed_${speed}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
