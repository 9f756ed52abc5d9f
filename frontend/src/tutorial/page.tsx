// A short tutorial: the rules of a game in five steps, each a real position in which the learner
// makes the move. What it says and asks is in games/<game>/tutorial.json; positions come from the
// explorer's API, so every move is checked by the rules themselves.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { http } from "../api";
import { Icon } from "../icons";
import { lookOf, type Scene as Drawn } from "../games/look";
import { playersOf } from "../lobby/setup/choice";
import { startUsual } from "../lobby/start";
import type { Scene, SceneReply } from "../messages";
import { settings } from "../settings";
import { french } from "../text";
import { plainSeats } from "../table/plain_seats";
import { games, sentence } from "../table/store";
import { hasTutorial, stepsOf, type Step } from "./content";
import { t } from "./texts";
import "./styles.css";

/** The step of a tutorial that somebody left for the full rules: they come back to it. */
const left = new Map<string, number>();

type Verdict = "right" | "wrong" | null;

export function TutorialPage({ game }: { game: string }): JSX.Element {
  const [steps, setSteps] = useState<Step[] | null>(null);
  const [at, goTo] = useState(left.get(game) ?? 0);
  const setAt = (step: number) => {
    left.set(game, step);
    goTo(step);
  };
  const [reply, setReply] = useState<SceneReply | null>(null);
  const [verdict, setVerdict] = useState<Verdict>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (hasTutorial(game)) stepsOf(game).then(setSteps, (e: unknown) => setError(String(e)));
  }, [game]);
  const step = steps?.[at];
  const wanted = useRef<Scene | null>(null); // whoever steps on quickly sees the last step alone
  const asking = useRef(false); // one question at a time: the server refuses a crowd of them
  const show = async (scene: Scene) => {
    wanted.current = scene;
    if (asking.current) return;
    asking.current = true;
    try {
      for (let shown: Scene | null = null; shown !== wanted.current; ) {
        shown = wanted.current as Scene;
        const answer = await http<SceneReply>("/analysis/scenes", { scene: shown });
        if (shown === wanted.current) setReply(answer);
      }
    } catch (e) {
      setError(sentence(e));
    } finally {
      asking.current = false;
    }
  };
  // Before the step is painted: in a frame that still shows the last position, a move would be judged
  // by this step.
  useLayoutEffect(() => {
    setVerdict(null);
    setReply(null);
    if (step) void show(step.scene);
  }, [step]);
  const facts = games.value.find((each) => each.name === game);
  if (!hasTutorial(game) || !facts || error)
    return (
      <div class="notice">
        <p role={error ? "alert" : "status"}>{error ?? t("no_tutorial")}</p>
        <a class="button" href={`#/rules/${game}`}>
          {t("full_rules")}
        </a>
      </div>
    );
  if (!steps || !step)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const look = lookOf(game);
  const language = settings.value.language;
  const words = step[language];
  const shown = (text: string) => (language === "fr" ? french(text) : text);
  const options = (step.scene.options ?? {}) as Drawn["options"];
  const position = reply?.position;
  const home = position?.player ?? 0;
  const act = (action: number) => {
    const name = position?.legal.find((legal) => legal.id === action)?.name ?? "";
    const right = step.good.includes(name);
    setVerdict(right ? "right" : "wrong");
    const actions = [...(step.scene.actions ?? []), action, ...(step.then ?? [])];
    if (right) void show({ ...step.scene, actions });
  };
  const you = verdict === "right" ? Math.max(0, seatOf(game)) : home;
  // After the move it is somebody else's turn, and their hand is not to be seen.
  const hand = (verdict === "right" ? position?.hands?.[you] : position?.hand) ?? null;
  const scene: Drawn | null = position
    ? {
        game,
        options,
        position: { ...position, hands: null, hand },
        past: verdict === "right", // nobody moves on: there is nobody to wait for
        history: [],
        seats: plainSeats(facts, look, playersOf(facts, options), you),
        faces: facts.cards,
        home: you,
        thinking: null,
        open: false,
        act: verdict === "right" ? null : act,
        hinted: null,
        clock: () => null,
      }
    : null;
  if (scene && verdict !== "right") seats.set(game, home);
  const last = at === steps.length - 1;
  return (
    <div class={`play game-${game} tutorial`}>
      <div class="toolbar">
        <a
          class="tool"
          href="#/"
          aria-label={t("leave")}
          title={t("leave")}
          onClick={() => left.delete(game)}
        >
          <Icon name="leave" />
        </a>
        <h1>{t("tutorial", { game: facts.title })}</h1>
        <span class="quiet">{t("step", { step: at + 1, count: steps.length })}</span>
      </div>
      <div class="play-table" data-step={at + 1}>
        {scene ? <look.Table scene={scene} /> : <p role="status">{t("loading")}</p>}
      </div>
      <aside class="play-side tutorial-side">
        <section class="panel" aria-live="polite">
          <p>{shown(words.text)}</p>
          {verdict && (
            <p class={`tutorial-${verdict}`} data-verdict={verdict}>
              {shown(verdict === "right" ? words.right : words.wrong)}
            </p>
          )}
          {verdict === "right" && last && <p>{t("finished")}</p>}
          <div class="dialog-buttons">
            {at > 0 && (
              <button type="button" class="button" onClick={() => setAt(at - 1)}>
                {t("back")}
              </button>
            )}
            {!last && (
              <button
                type="button"
                class={verdict === "right" ? "button primary" : "button"}
                data-action="next-step"
                onClick={() => setAt(at + 1)}
              >
                {t("next")}
              </button>
            )}
            {last && (
              <button
                type="button"
                class={verdict === "right" ? "button primary" : "button"}
                data-action="play-now"
                onClick={() => {
                  left.delete(game);
                  void startUsual(facts);
                }}
              >
                {t("play_now")}
              </button>
            )}
            <a class="button" href={`#/rules/${game}`}>
              {t("full_rules")}
            </a>
          </div>
        </section>
      </aside>
    </div>
  );
}

// The learner's seat in the step that is shown: after the move it is somebody else's turn, and the
// table must not turn round.
const seats = new Map<string, number>();

function seatOf(game: string): number {
  return seats.get(game) ?? 0;
}
