// Carries the games of this device to another one: all of them as a file, and such a file back.
import type { JSX } from "preact";
import { http } from "../api";
import { notify, sentence } from "../table/store";
import { t } from "./texts";

export function Carry({ onTaken }: { onTaken: () => void }): JSX.Element {
  const save = async () => {
    const all = await http<object>("/records/export");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: "application/json" }));
    link.download = "kibitz-games.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const body: unknown = JSON.parse(await file.text());
      const { taken } = await http<{ taken: number }>("/records", body);
      notify(t("taken", { count: taken }));
      onTaken();
    } catch (error) {
      notify(error instanceof SyntaxError ? t("no_games_file") : sentence(error), true);
    }
  };
  return (
    <section class="panel" aria-labelledby="carry-title">
      <h2 id="carry-title">{t("carry")}</h2>
      <p class="quiet">{t("carry_text")}</p>
      <div class="row">
        <button type="button" class="button" data-action="export" onClick={() => void save()}>
          {t("export")}
        </button>
        <label class="button">
          {t("import")}
          <input
            type="file"
            class="visually-hidden"
            accept="application/json"
            data-action="import"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
    </section>
  );
}
