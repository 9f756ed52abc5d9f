// The popup of the extension's button: where the server is, who advises, and the house rules that
// the site does not log. Every change is saved at once.
import { render } from "preact";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ask, Facts, TestAnswer } from "./messages";
import { address, load, save, saved } from "./settings";
import type { Settings } from "./settings";

const LOOPBACK = ["127.0.0.1", "localhost"];

type Outcome = { good: boolean; text: string };

function Popup({ first }: { first: Settings }): JSX.Element {
  const [settings, set] = useState(first);
  const [facts, setFacts] = useState<Facts | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const change = (part: Partial<Settings>) => {
    set({ ...settings, ...part });
    void save(part);
  };
  const test = async () => {
    await saved();
    const answer = await ask();
    if (!answer.ok) return setOutcome({ good: false, text: answer.sentence });
    setFacts(answer.value);
    setOutcome(
      answer.value.known
        ? { good: true, text: `Connected to Kibitz ${answer.value.version}.` }
        : { good: false, text: "The token is missing or wrong: paste the one the server prints." },
    );
  };
  useEffect(() => {
    if (first.token) void test();
  }, []);
  const bots = facts?.bots ?? [];
  const missing = !bots.some((bot) => bot.name === settings.bot);
  return (
    <>
      <h1>Kibitz for Trickster Cards</h1>
      <label>
        <span>Address of the server</span>
        <input
          type="url"
          value={settings.server}
          data-setting="server"
          onChange={(event) => void moveTo(event.currentTarget.value, change, setOutcome)}
        />
      </label>
      <label>
        <span>Token, as kibitz serve --extension prints it</span>
        <input
          type="password"
          autocomplete="off"
          value={settings.token}
          data-setting="token"
          onChange={(event) => change({ token: event.currentTarget.value.trim() })}
        />
      </label>
      <div class="row">
        <button type="button" data-action="test" onClick={() => void test()}>
          Test the connection
        </button>
        {outcome && (
          <p class={outcome.good ? "good" : "bad"} role="status">
            {outcome.text}
          </p>
        )}
      </div>
      <label>
        <span>Adviser: the evaluation, a level, a network or a snapshot of a training</span>
        <select
          value={settings.bot}
          data-setting="bot"
          onChange={(event) => change({ bot: event.currentTarget.value })}
        >
          <option value="kibitz">Kibitz, the evaluation</option>
          {missing && settings.bot !== "kibitz" && <option>{settings.bot}</option>}
          {bots.map((bot) => (
            <option value={bot.name} title={bot.about} key={bot.name}>
              {bot.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Trump may be led</span>
        <select
          value={settings.trumpLead}
          data-setting="trumpLead"
          onChange={(event) =>
            change({ trumpLead: event.currentTarget.value as Settings["trumpLead"] })
          }
        >
          <option value="free">at any time</option>
          <option value="broken">once it is broken</option>
        </select>
      </label>
      <label>
        <span>Scoring: 10 and the bid if it is met; otherwise</span>
        <select
          value={settings.miss}
          data-setting="miss"
          onChange={(event) => change({ miss: event.currentTarget.value as Settings["miss"] })}
        >
          <option value="zero">nothing</option>
          <option value="tricks">a point for each trick</option>
          <option value="other">other scoring: advise on each round alone</option>
        </select>
      </label>
      <p class="quiet">
        Your cards and what happens at the table are sent to this server and to nobody else. A
        site&apos;s terms of use may forbid advice and autoplay.
      </p>
    </>
  );
}

/** Another address; a browser must allow any that is not on this machine. */
async function moveTo(
  text: string,
  change: (part: Partial<Settings>) => void,
  setOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const found = address(text);
  if (found === null)
    return setOutcome({ good: false, text: "An address is like http://127.0.0.1:8642." });
  const { hostname, protocol } = new URL(found);
  if (!LOOPBACK.includes(hostname)) {
    const origins = [`${protocol}//${hostname}/*`];
    if (!(await chrome.permissions.request({ origins })))
      return setOutcome({ good: false, text: `The browser does not allow ${hostname}.` });
  }
  change({ server: found });
}

async function ask(): Promise<TestAnswer> {
  const message: Ask = { kind: "test" };
  return (await chrome.runtime.sendMessage(message)) as TestAnswer;
}

void load().then((first) => render(<Popup first={first} />, document.querySelector("main")!));
