// The explorer: set up any position (a deal, sheets, an auction), play on from it, and ask what
// each bot thinks of it. The address holds the whole position, so it can be shared as a link.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, http } from "../api";
import { lookOf, type Scene as Drawn } from "../games/look";
import { wordOf } from "../games/words";
import type { BotFacts, ExplorerReply, Scene, SceneReply } from "../messages";
import { go } from "../route";
import { homeSeat, lastGame, playersOf } from "../lobby/setup/choice";
import { games, sentence } from "../table/store";
import { errorText } from "../text/errors";
import { t } from "./texts";
import { CopyButton } from "./copy_button";
import { DealEditor } from "./deal_editor";
import { HandsText, writeHands } from "./hands_text";
import { seatLabel } from "../table/names";
import { GameChoice, type Rules } from "../lobby/setup/game_choice";
import { number } from "../numbers";
import { NO_TABLE, plainSeats } from "../table/plain_seats";
import { WorthTable } from "./worth";
import { adviserName, EVALUATION } from "../advice/bot_choice";
import { HintView } from "../advice/hint_view";
import { TextEditor } from "./text_editor";
import "./styles.css";
import { Failure } from "../failure";

const BOTS_MAX = 8;
export function ExplorerPage({ link }: { link: string | null }): JSX.Element {
  if (games.value.length > 0) return <Explorer link={link} />;
  return (
    <p class="notice" role="status">
      {t("loading")}
    </p>
  );
}

function Explorer({ link }: { link: string | null }): JSX.Element {
  const [reply, setReply] = useState<SceneReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [rules, setRules] = useState<Rules>(() => ({ game: lastGame(games.value), options: {} }));

  /** A checked scene is shown, and the address says so. */
  const take = (answer: SceneReply) => {
    setReply(answer);
    setError(null);
    const scene = answer.scene as unknown as Scene;
    setRules({ game: scene.game, options: scene.options ?? {} });
    if (answer.link !== link) go(`/explore/${answer.link}`);
  };
  // Of several requests the last one counts: a slow answer to an earlier one is dropped.
  const requests = useRef(0);
  const request = (answer: Promise<SceneReply>) => {
    const mine = ++requests.current;
    const latest = () => mine === requests.current;
    return answer.then(
      (scene) => latest() && take(scene),
      (e: unknown) => latest() && setError(sentence(e)),
    );
  };
  const check = (body: { scene?: Scene; link?: string; text?: string }) =>
    request(http<SceneReply>("/analysis/scenes", body));
  const fresh = (wanted: Rules) => {
    if (Object.keys(wanted.options).length === 0) {
      return request(http<SceneReply>(`/analysis/scenes/${wanted.game}`));
    }
    const seed = String(Math.floor(Math.random() * 2 ** 50));
    return check({ scene: { game: wanted.game, options: wanted.options, seed } });
  };
  useEffect(() => {
    if (reply?.link === link && reply) return;
    if (link) void check({ link });
    else void fresh(rules);
  }, [link]);

  const scene = reply ? (reply.scene as unknown as Scene) : null;
  const facts = games.value.find((each) => each.name === rules.game);
  const look = lookOf(rules.game);
  if (!facts || !look)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const parts = look.explorer;
  const players = playersOf(facts, rules.options);
  const seats = plainSeats(facts, look, players, null);
  const position = reply?.position;
  const actions = scene?.actions ?? [];
  const home = look.turnsHands ? homeSeat(facts, players) : (position?.player ?? 0);
  const put = (next: Scene) => void check({ scene: next });
  const legal = position?.legal.length ? position.legal : [];
  const drawn: Drawn | null =
    reply && position && scene && scene.game === rules.game
      ? {
          game: rules.game,
          options: rules.options,
          position,
          ...NO_TABLE,
          seats,
          faces: facts.cards,
          home,
          ...(look.turnsHands ? { front: position.player ?? home } : {}),
          open: true,
          act:
            legal.length > 0 ? (action) => put({ ...scene, actions: [...actions, action] }) : null,
        }
      : null;
  return (
    <div class={`play game-${rules.game} explorer`}>
      <div class="toolbar">
        <h1>{t("title")}</h1>
        <GameChoice games={games.value} rules={rules} onChange={(next) => void fresh(next)} />
        <button type="button" class="tool" data-action="new-deal" onClick={() => void fresh(rules)}>
          {wordOf(rules.game, "new_deal") ?? t("new_deal")}
        </button>
        <button
          type="button"
          class="tool"
          disabled={actions.length === 0}
          data-action="undo-action"
          onClick={() => scene && put({ ...scene, actions: actions.slice(0, -1) })}
        >
          {t("undo")}
        </button>
        <button
          type="button"
          class="tool"
          disabled={actions.length === 0}
          onClick={() => scene && put({ ...scene, actions: [] })}
        >
          {t("undo_all")}
        </button>
        <CopyButton
          text={() => location.href}
          label={t("share_link")}
          action="copy-link"
          look="tool"
        />
      </div>
      {drawn && (
        <div class="play-score">
          <look.Score scene={drawn} />
        </div>
      )}
      <div class="play-table" data-actions={actions.length}>
        <Failure text={error} />
        {reply?.chance && scene && parts?.Chance && (
          <div class="panel">
            <h2>{t("roll_question")}</h2>
            <parts.Chance
              onChoose={(outcome) => put({ ...scene, chance: [...(scene.chance ?? []), outcome] })}
            />
          </div>
        )}
        {drawn ? <look.Table scene={drawn} /> : !error && <p role="status">{t("loading")}</p>}
      </div>
      <aside class="play-side">
        {reply && reply.worth.length > 0 && (
          <WorthTable rows={reply.worth} seats={seats} figure={parts?.figure} />
        )}
        {scene && reply && <Opinions scene={scene} reply={reply} seats={seats} />}
        {scene && scene.deal && typeof scene.deal === "object" && facts.cards.length > 0 && (
          <>
            <DealEditor scene={scene} facts={facts} look={look} seats={seats} onChange={put} />
            <HandsText scene={scene} facts={facts} seats={seats} onChange={put} />
          </>
        )}
        {scene && !scene.deal && position?.hands && facts.cards.length > 0 && (
          // Of a game's own deal, which is in its record: to copy only.
          <TextEditor
            title={t("hands_text")}
            written={writeHands(position.hands, facts.cards, seats.map(seatLabel))}
            rows={position.hands.length * 2}
            choice="hands-text"
            copy="copy-hands"
          />
        )}
        {scene && parts?.Editor && position && (
          <parts.Editor scene={scene} position={position} seats={seats} onChange={put} />
        )}
        {reply && reply.text !== null && (
          // CFN, like FEN in chess. What is wrong with another one is shown above the table.
          <TextEditor
            title={t("compact_text")}
            help={t("compact_text_help")}
            written={reply.text}
            rows={4}
            copy="copy-text"
            action="apply-text"
            apply={(text) => {
              void check({ text });
              return null;
            }}
          />
        )}
        {scene && <AsText scene={scene} onChange={put} />}
      </aside>
    </div>
  );
}

/** What each chosen bot would do here, and what the solver knows. */
function Opinions({
  scene,
  reply,
  seats,
}: {
  scene: Scene;
  reply: SceneReply;
  seats: ReturnType<typeof plainSeats>;
}): JSX.Element {
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [answer, setAnswer] = useState<ExplorerReply | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const look = lookOf(scene.game);
  useEffect(() => {
    api.bots(scene.game).then(
      (all) => {
        setBots(all);
        setChosen([EVALUATION]);
      },
      (e: unknown) => setError(sentence(e)),
    );
  }, [scene.game]);
  useEffect(() => setAnswer(null), [reply.link]);
  const toggle = (name: string) =>
    setChosen((now) =>
      now.includes(name) ? now.filter((each) => each !== name) : [...now, name].slice(-BOTS_MAX),
    );
  const ask = async () => {
    setWaiting(true);
    setError(null);
    try {
      setAnswer(await http<ExplorerReply>("/analysis/explore", { scene, bots: chosen }));
    } catch (e) {
      setError(sentence(e));
    } finally {
      setWaiting(false);
    }
  };
  const nothing = reply.chance || reply.position.done;
  return (
    <section class="hint" aria-label={t("opinions")}>
      <div class="hint-head">
        <h2>{t("opinions")}</h2>
        <span class="grow" />
        <button
          type="button"
          class="button primary"
          disabled={waiting || chosen.length === 0 || nothing}
          data-action="explore"
          onClick={() => void ask()}
        >
          {waiting ? t("hint_waiting") : t("hint_ask")}
        </button>
      </div>
      <details>
        <summary>{t("bots_asked", { bots: chosen.map(adviserName).join(", ") || "–" })}</summary>
        <div class="bot-checks">
          {[{ name: EVALUATION, oracle: false }, ...bots].map((bot) => (
            <label class="check" key={bot.name}>
              <input
                type="checkbox"
                checked={chosen.includes(bot.name)}
                onChange={() => toggle(bot.name)}
              />
              <span>
                {adviserName(bot.name)}
                {bot.oracle && <small>{t("oracle")}</small>}
              </span>
            </label>
          ))}
        </div>
      </details>
      {waiting && <div class="progress" role="progressbar" aria-label={t("hint_waiting")} />}
      {nothing && <p class="quiet">{t("nothing_to_decide")}</p>}
      <Failure text={error} />
      {answer?.failed.map((refused) => (
        <p class="error" key={refused.sentence}>
          {errorText(refused.code, refused.sentence)}
        </p>
      ))}
      {answer?.hints.map((hint) => (
        <HintView key={hint.bot} reply={hint} seats={seats} position={reply.position} />
      ))}
      {answer?.solved && (
        <table class="said">
          <caption>{t("solver_knows")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("action")}</th>
              <th scope="col">{t("sides")}</th>
              <th scope="col">{t("margin")}</th>
            </tr>
          </thead>
          <tbody>
            {answer.solved.map((each) => (
              <tr key={each.action}>
                <td>{look?.label(each.name, reply.position) ?? each.name}</td>
                <td>{each.sides.join(" – ")}</td>
                <td>{number(each.margin)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The scene as the server reads it: whatever the editors above cannot set up, this can. */
function AsText({
  scene,
  onChange,
}: {
  scene: Scene;
  onChange: (scene: Scene) => void;
}): JSX.Element {
  return (
    <TextEditor
      title={t("as_text")}
      help={t("as_text_help")}
      written={JSON.stringify(scene, null, 1)}
      rows={10}
      apply={(text) => {
        try {
          onChange(JSON.parse(text) as Scene);
          return null;
        } catch (e) {
          return String(e);
        }
      }}
    />
  );
}
