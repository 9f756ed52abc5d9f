// The overlay: a panel over the site's table, in a shadow tree of its own so that neither styles the
// other. It can be dragged by its title, moved with the arrow keys, and minimised.
import { render } from "preact";
import type { JSX } from "preact";
import type { Shown } from "../content/state";
import type { Settings } from "../settings";
import { Advice } from "./advice";
import { Gear } from "./gear";
import css from "./overlay.css?inline";
import { move, place } from "./place";

export type Change = (change: Partial<Settings>) => void;

export class Overlay {
  private readonly root: ShadowRoot;
  private readonly host = document.createElement("kibitz-overlay");
  private isOpen = false; // the gear menu
  private last: [Shown, Settings] | null = null;

  constructor(private readonly change: Change) {
    this.root = this.host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.root.adoptedStyleSheets = [sheet];
    window.addEventListener("resize", () => this.last && place(this.host, this.last[1]));
  }

  draw(shown: Shown, settings: Settings): void {
    this.last = [shown, settings];
    if (!this.host.isConnected) document.documentElement.append(this.host);
    render(this.panel(shown, settings), this.root);
    place(this.host, settings);
  }

  private panel(shown: Shown, settings: Settings): JSX.Element {
    const { minimised, autoplay } = settings;
    const toggle = () => {
      this.isOpen = !this.isOpen;
      this.draw(shown, settings);
    };
    return (
      <section class="panel" aria-label="Kibitz" data-shown={shown.kind}>
        <header>
          <h1
            tabIndex={0}
            title="Drag, or use the arrow keys, to move"
            {...move(this.host, this.change)}
          >
            Kibitz
          </h1>
          {autoplay && <span class="auto">AUTO</span>}
          <button
            type="button"
            aria-label="Settings"
            aria-expanded={this.isOpen}
            data-action="gear"
            onClick={toggle}
          >
            ⚙
          </button>
          <button
            type="button"
            aria-label={minimised ? "Show advice" : "Minimise"}
            aria-expanded={!minimised}
            data-action="minimise"
            onClick={() => this.change({ minimised: !minimised })}
          >
            {minimised ? "▢" : "–"}
          </button>
        </header>
        {!minimised && (
          <div class="body">
            {this.isOpen && <Gear settings={settings} change={this.change} />}
            <Content shown={shown} />
          </div>
        )}
      </section>
    );
  }
}

function Content({ shown }: { shown: Shown }): JSX.Element {
  switch (shown.kind) {
    case "idle":
      return <p class="quiet">{shown.text}</p>;
    case "asking":
      return (
        <p class="quiet" role="status">
          {shown.text} · thinking …
        </p>
      );
    case "trouble":
      return (
        <p class="trouble" role="alert">
          {shown.text}
          {shown.retrying && " Trying again …"}
        </p>
      );
    case "advice":
      return <Advice hint={shown.hint} notes={shown.notes} summary={shown.summary} />;
  }
}
