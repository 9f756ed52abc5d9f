// Says that the page plays on this device, and that a newer version is ready.
import type { JSX } from "preact";
import { route } from "../route";
import { t } from "../texts";
import { newer, update } from "./install";
import { isLocal } from "./local";

/** A table or a lesson needs all of a small screen, and whoever is there has read it elsewhere. */
function fillsTheScreen(): boolean {
  return ["table", "learn"].includes(route.value.page);
}

export function OfflineState(): JSX.Element | null {
  if (!isLocal.value || fillsTheScreen()) return null;
  return (
    <div class="line-state local" role="status" data-local>
      {t("local")}
      <button type="button" class="link" onClick={() => location.reload()}>
        {t("reconnect")}
      </button>
    </div>
  );
}

export function NewVersion(): JSX.Element | null {
  if (!newer.value || fillsTheScreen()) return null;
  return (
    <div class="line-state" role="status" data-newer>
      {t("new_version")}
      <button type="button" class="link" onClick={update}>
        {t("reload")}
      </button>
    </div>
  );
}
