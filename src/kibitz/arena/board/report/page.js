// Light or dark by choice, and the replay view. Works from a file: what is loaded later are scripts
// beside the page, never a request for data.
"use strict";

(function theme() {
  const root = document.documentElement;
  let kept = null;
  try { kept = localStorage.getItem("kibitz-theme"); } catch (error) { /* a page from a file may not keep things */ }
  if (kept) root.dataset.theme = kept;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("kibitz-theme", root.dataset.theme); } catch (error) { /* as above */ }
  });
})();

const waiting = {};

// Called by the script of a replay.
window.kibitzReplay = (name, game) => waiting[name](game);

function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}

function show(box, game) {
  box.replaceChildren();
  let step = 0;
  const keys = make("div", "", "keys");
  const buttons = [["|◀", "First", () => 0], ["◀", "Back", () => step - 1],
                   ["▶", "Forward", () => step + 1], ["▶|", "Last", () => game.steps.length - 1]]
    .map(([sign, title, where]) => {
      const button = make("button", sign);
      button.title = title;
      button.setAttribute("aria-label", title);
      button.addEventListener("click", () => go(where()));
      keys.append(button);
      return button;
    });
  const range = make("input");
  range.type = "range"; range.min = 0; range.max = game.steps.length - 1;
  range.setAttribute("aria-label", "Step");
  range.addEventListener("input", () => go(Number(range.value)));
  const place = make("span", "", "small soft");
  keys.append(range, place);
  const move = make("div", "", "move");
  move.setAttribute("aria-live", "polite");
  const table = make("pre");
  const record = make("details");
  record.append(make("summary", "Record"), make("pre", game.record));
  box.append(keys, move, table, record);
  box.tabIndex = -1;
  box.addEventListener("keydown", event => {
    if (event.target === range) return;
    if (event.key === "ArrowRight") go(step + 1);
    else if (event.key === "ArrowLeft") go(step - 1);
    else return;
    event.preventDefault();
  });
  function go(to) {
    step = Math.max(0, Math.min(game.steps.length - 1, to));
    const [what, lines] = game.steps[step];
    move.textContent = what;
    table.textContent = lines.map(line => game.lines[line]).join("\n");
    range.value = step;
    place.textContent = `${step + 1} of ${game.steps.length}`;
    buttons[0].disabled = buttons[1].disabled = step === 0;
    buttons[2].disabled = buttons[3].disabled = step === game.steps.length - 1;
  }
  go(0);
}

for (const button of document.querySelectorAll("button[data-replay]")) {
  button.addEventListener("click", () => {
    const name = button.dataset.replay;
    const box = document.getElementById("replay-" + name);
    if (!box.hidden) { box.hidden = true; button.setAttribute("aria-expanded", "false"); return; }
    box.hidden = false;
    button.setAttribute("aria-expanded", "true");
    if (box.childElementCount) return;
    box.textContent = "Loading";
    waiting[name] = game => show(box, game);
    const script = make("script");
    script.src = "replays/" + name + ".js";
    script.onerror = () => { box.textContent = "The file " + script.getAttribute("src") + " is missing: write the report again."; };
    document.head.append(script);
  });
}
