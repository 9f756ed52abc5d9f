// The arena: who is how strong, matches, and the games played at this server.
import type { JSX } from "preact";
import { t } from "../text";
import { Records } from "./records";

export function ArenaPage(): JSX.Element {
  return (
    <div class="page">
      <h1>{t("nav_arena")}</h1>
      <Records />
    </div>
  );
}
