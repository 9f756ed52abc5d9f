"""Write what the page needs to play without a server, next to the engine's WebAssembly modules.

    python tools/write_offline.py build/wasm frontend/public/offline

The first folder holds one module a game, as `make wasm` compiles them. The second gets these
modules and, from the Python package: `index.json` (what the server answers about games, players and
rules), `<game>.json` (names, shapes and players as native/wasm takes them), and the networks that
those players need, as packed 32-bit floats. A player that the native engine and the page cannot
play alone is left out. Networks are listed in three groups: those that levels play by, which a
first load has; beliefs of levels about where cards are, which follow when a player first needs them
or the page has nothing else to fetch; and those that no level uses, which are not kept before a
player has needed them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz import bots
from kibitz._version import __version__
from kibitz.advice import exact, samplers
from kibitz.advice.games import known
from kibitz.advice.grades import LIMITS_OF_A_WIN
from kibitz.bots import models
from kibitz.bots.beliefs import BID_NET, NET, PLAY_NET, TRUSTED
from kibitz.bots.defaults import judge_player, net_value, outlook_player
from kibitz.bots.net import POLICY, RENAMED
from kibitz.bots.spec.spec import Part, Spec
from kibitz.core import registry
from kibitz.core import shape as shapes
from kibitz.core.errors import KibitzError
from kibitz.games import find
from kibitz.nets import packed, qwixx_value, weights
from kibitz.nets.net import load
from kibitz.search import native_searcher, plays
from kibitz.search.settings import REWARDS, Settings
from kibitz.server import catalogue, messages

SIMPLE = "simple"
# Beliefs about where cards are that the page has, or that draw their worlds from such a one.
LOCATING = (PLAY_NET, NET)
INFERENCE_KEYS = {"method", "model", "slip", "worlds"}  # of the belief `net`
PROPOSAL_KEYS = {BID_NET, PLAY_NET, TRUSTED}  # where it draws its worlds from `play_net`
SEARCHES = ("ismcts", "rollout")
# Where worlds are whole positions, which the page draws itself.
OPEN_SEARCHES = (*SEARCHES, "mcts")
SEARCH_KEYS = {
    *("method", "version", "simulations", "threads", "policy", "policy_numbers", "reward"),
    *("softness", "horizon", "turns", "worlds", "model", "exploration", "prior", "value", "equity"),
    *("halving", "plans"),
}
STRATEGY_KEYS = {"strategy", "version", "model", "worlds", "suits", "threads"}
PIMC_KEYS = {"method", "worlds", "threads", "agree", "equity", "reach", "weighed"}
SEARCH_EXPORT, SOLVER_EXPORT = b"kibitz_search", b"kibitz_solve_worlds"
PAGE_GAMES = Path(__file__).parent.parent / "frontend" / "src" / "games"
NETWORK, TABLE = packed.END, ".table.gz"  # how the files of networks and of tables end
Floats = Any


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", type=Path, help="the folder of the .wasm files")
    parser.add_argument("out", type=Path, help="the folder to write")
    args = parser.parse_args()
    games = sorted(file.stem for file in args.modules.glob("*.wasm"))
    if not games:
        sys.exit(f"there is no module in {args.modules}: run make wasm")
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    for game in games:
        shutil.copyfile(args.modules / f"{game}.wasm", args.out / f"{game}.wasm")
        write_game(game, args.out)
    write_index(games, args.out)


def write_index(games: list[str], out: Path) -> None:
    facts = {game: json.loads((out / f"{game}.json").read_text("utf-8")) for game in games}
    playable = {game: set(facts[game]["bots"]) for game in games}
    listed = {game: game_facts(game, playable[game]) for game in games}
    levels = [(game, part) for game in games for part in level_parts(listed[game], facts[game])]
    used = {file for game, part in levels for file in networks(part, facts[game])}
    later = {file for game, part in levels for file in beliefs(part, facts[game])} - used
    files = sorted(file.name for file in out.iterdir())
    on_demand = [name for name in files if name.endswith(NETWORK) and name not in used | later]
    index = {
        "version": __version__,
        "protocol": messages.PROTOCOL,
        "games": list(listed.values()),
        "bots": {
            game: [bot for bot in catalogue.bots(game) if bot["name"] in playable[game]]
            for game in games
        },
        "rules": {game: catalogue.rules(game) for game in games},
        "files": [name for name in files if name not in on_demand],
        "later": sorted(later),
        "on_demand": on_demand,
    }
    write_json(out / "index.json", index)


def game_facts(game: str, playable: set[str]) -> dict[str, Any]:
    facts = dict(catalogue.game_facts(game))
    facts["levels"] = [level for level in facts["levels"] if level["bot"] in playable]
    return facts


def level_parts(listed: dict[str, Any], facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of which a game's levels are made."""
    levels = [facts["bots"][level["bot"]] for level in listed["levels"]]
    return [part for level in levels for part in inner_parts(level)]


def inner_parts(part: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of which a player is made, as frontend/src/offline/players.ts has them."""
    inner = [part[key] for key in ("bid", "play", "first", "then") if key in part]
    inner += [entry["part"] for entry in part.get("blend", [])]
    return [each for one in inner for each in inner_parts(one)] if inner else [part]


def networks(part: dict[str, Any], facts: dict[str, Any]) -> set[str]:
    """The files of the networks by which a part decides."""
    files = {facts["nets"][part["net"]]["file"]} if "net" in part else set()
    if "policy" in part and "value" in part:  # a search has a flag of this name
        files.add(facts["values"][part["value"]])
    return files


def beliefs(part: dict[str, Any], facts: dict[str, Any]) -> set[str]:
    """The files of the networks that say which worlds of a search are likely."""
    return {facts["nets"][part["located"]["net"]]["file"]} if "located" in part else set()


def write_game(game: str, out: Path) -> None:
    kind = find(game)
    rules = kind()
    players = None if "players" in kind.OPTIONS else rules.players
    seats = catalogue.players(game)[1]
    nets = Networks(game, (out / f"{game}.wasm").read_bytes())
    extra = registry.find("players", game, "offline")
    for name, table in getattr(extra, "tables", dict)().items():
        nets.add_table(name, table)
    facts = {
        "name": game,
        "title": kind.title,
        "rules": kind.version,
        "phases": list(kind.PHASES),
        "chance": shape_data(kind.CHANCE_SHAPE),
        "position": shape_data(kind.POSITION_SHAPE),
        "options": [catalogue.option_facts(name, o) for name, o in kind.OPTIONS.items()],
        "players": players,
        "sides": [list(rules.side(seat)) for seat in range(seats)],
        "actions": [rules.action_name(action) for action in range(kind.num_actions)],
        "bots": dict(playable_bots(game, nets)),
        "advice": advice_data(game, nets),
        "numbers": getattr(extra, "numbers", list)(),
        "tables": nets.tables,
        "nets": nets.nets,
        "values": nets.values,
    }
    for name, numbers in nets.files.items():
        # Compressed here, so that a plain file server sends as little as ours does.
        (out / name).write_bytes(packed.pack(numbers))
    write_json(out / f"{game}.json", facts)


def advice_data(game: str, nets: Networks) -> dict[str, Any]:
    """What kibitz.advice knows about a game, as frontend/src/offline/advice takes it."""
    rules, module = find(game)(), known(game)
    solver = exact.has_solver(game)
    return {
        "reward": module.SEARCH["reward"],
        "to_deal": module.SEARCH.get("horizon") == "deal",
        "equity": bool(module.SEARCH.get("equity")),
        "scale": module.SCALE,
        "grades": module.GRADES,
        "grades_of_a_win": LIMITS_OF_A_WIN,
        "playouts": getattr(module, "PLAYOUTS", samplers.PLAYOUTS),
        "judge": judge_player(game),
        "policies": dict(rollout_policies(game, native_searcher.policies(rules), nets)),
        "solved": module.SOLVED if solver else None,
        "slip": plays.find(game).slip if solver else 0.0,
        "unit": module.UNIT,
        "step": module.STEP,
        "outlook": outlook_data(game),
    }


def outlook_data(game: str) -> dict[str, Any]:
    """The rule player that plays out worlds, as the engine knows it."""
    name = outlook_player(game)
    twin = bots.spec(game, name).native
    assert twin is not None, f"{name} of {game} has no native twin"
    return {"player": name, "policy": twin.policy, "parameters": list(twin.parameters)}


def rollout_policies(game: str, names: list[str], nets: Networks) -> Any:
    """The rule players that native search can play rollouts with, by the name of the player."""
    for name in bots.names(game):
        try:
            twin = bots.spec(game, name).native
        except KibitzError:
            continue
        if twin is None or twin.policy not in names or twin.net is not None:
            continue
        yield name, policy_data(twin.policy, names, twin.parameters, nets)


def policy_data(
    policy: str, names: list[str], numbers: Sequence[float], nets: Networks
) -> dict[str, Any]:
    """A rule player that plays rollouts, as PolicyFacts of frontend/src/offline/facts.ts."""
    data: dict[str, Any] = {"policy": names.index(policy), "numbers": list(numbers)}
    return data | ({"value": nets.value(numbers[0])} if policy == "value" else {})


def write_json(file: Path, data: object) -> None:
    file.write_text(json.dumps(data, separators=(",", ":"), sort_keys=False) + "\n", "utf-8")


def shape_data(shape: Any) -> Any:
    """A shape of kibitz.core.shape as JSON, which frontend/src/offline/shape.ts reads."""
    if shape is int or shape is bool:
        return shape.__name__
    if isinstance(shape, shapes.Maybe):
        return {"maybe": shape_data(shape.shape)}
    if isinstance(shape, shapes.OneOf):
        return {"words": list(shape.words)}
    if isinstance(shape, list):
        return {"list": shape_data(shape[0])}
    return {"map": {name: shape_data(inner) for name, inner in shape.items()}}


class Networks:
    """The networks that the players of a game need, by the name of their file."""

    def __init__(self, game: str, module: bytes) -> None:
        self.game = game
        hides_sets = find(game)().new(0).view(0).unseen() is not None
        searches = SEARCHES if hides_sets else OPEN_SEARCHES
        self.searches = searches if SEARCH_EXPORT in module else ()
        self.solves = SOLVER_EXPORT in module
        self.nets: dict[str, Any] = {}
        self.values: dict[str, str] = {}
        self.tables: dict[str, str] = {}
        self.files: dict[str, Floats] = {}

    def is_shipped(self, content: str) -> bool:
        """Whether a spec's content names the shipped network."""
        file = models.shipped(self.game)
        return file is not None and content == weights.fingerprint(file)

    def shipped(self) -> str:
        """Add the game's shipped network; its name."""
        file = models.shipped(self.game)
        assert file is not None
        return self.add("net", file)

    def located(self, belief: dict[str, Any]) -> dict[str, Any]:
        """Add the network of a belief about where cards are, and how far it is trusted."""
        if belief.get("method") not in LOCATING or PLAY_NET not in belief:
            return {}
        file = models.shipped_beliefs(self.game)[PLAY_NET]
        return {"located": {"net": self.add(PLAY_NET, file), "trust": belief[TRUSTED]}}

    def add(self, key: str, file: Path) -> str:
        net = load(file)
        name = f"{file.stem}{NETWORK}"
        self.nets[key] = {
            "file": name,
            "description": net.description.flat(),
            "encoding": net.description.encoding,
            "sizes": [tensor.size for tensor in net.tensors.values()],
        }
        self.files[name] = np.concatenate([tensor.ravel() for tensor in net.tensors.values()])
        return key

    def add_table(self, name: str, table: Floats) -> None:
        """Add a table of a player; rows as differences, which compress well."""
        file = f"{self.game}_{name}{TABLE}"
        self.tables[name] = file
        self.files[file] = np.diff(table.astype(np.float64), axis=1, prepend=0).ravel()

    def value(self, key: float) -> str:
        """Add the network that a policy names by this number; that number as text."""
        net = qwixx_value.load(qwixx_value.SHIPPED)
        assert float(net.key) == key, "a player with a network that is not shipped"
        name = f"{qwixx_value.SHIPPED.stem}{NETWORK}"
        self.values[str(int(key))] = name
        self.files[name] = np.concatenate([tensor.ravel() for tensor in net.tensors.values()])
        return str(int(key))


def playable_bots(game: str, nets: Networks) -> Any:
    """Each player that the native engine and the page can play without Python."""
    for name in bots.names(game):
        try:
            spec = bots.spec(game, name)
        except KibitzError:
            continue
        part = None if spec.oracle else spec_data(spec, nets)
        if part is not None:
            yield name, part


def spec_data(spec: Spec, nets: Networks) -> dict[str, Any] | None:
    play = part_data(spec.game, spec.play, nets, spec.belief)
    if spec.bid is None or play is None:
        return play
    bid = part_data(spec.game, spec.bid, nets, spec.belief)
    return None if bid is None else {"bid": bid, "play": play}


def part_data(
    game: str, part: Part, nets: Networks, belief: dict[str, Any] | None = None
) -> dict[str, Any] | None:
    """A part of a spec as frontend/src/offline/players.ts plays it; None if it cannot."""
    if part.native is not None:
        policy, parameters, net = part.native
        if net is not None and not nets.is_shipped(part.content["model"]):
            return None
        data: dict[str, Any] = {"policy": policy, "parameters": list(parameters)}
        if net is not None:
            data["net"] = nets.shipped()
        if policy == "value":
            data["value"] = nets.value(parameters[0])
        return data
    content, belief = part.content, belief or {}
    if part.parts:
        return composite_data(game, part, nets, belief)
    if content.get("method") == NET:
        return values_data(content, nets)
    if content.get("method") == SIMPLE or content.get("strategy") == SIMPLE:
        return {"rule": SIMPLE}
    strategy = content.get("strategy")
    if strategy and (PAGE_GAMES / game / "strategies" / f"{strategy}.ts").is_file():
        return strategy_data(content, nets)
    if content.get("method") == "pimc" and nets.solves and set(content) <= PIMC_KEYS:
        return pimc_data(content, nets, belief)
    if content.get("method") in nets.searches:
        found = search_data(game, content, nets, belief)
        return None if found is None else found | nets.located(belief)
    return None


def values_data(content: dict[str, Any], nets: Networks) -> dict[str, Any] | None:
    """A network that plays by its values of actions, if it comes with the package."""
    file = models.find_model(content["model"], None)
    about = load(file).description
    if file.parent != weights.MODELS or about.has(POLICY) or about.encoding in RENAMED:
        return None
    if content["temperature"] != 0:
        return None
    return {"policy": NET, "parameters": [0.0], "net": nets.add(file.stem, file)}


def strategy_data(content: dict[str, Any], nets: Networks) -> dict[str, Any] | None:
    """A strategy that the page has, perhaps around the shipped network; None with other keys."""
    model = content.get("model")
    if set(content) - STRATEGY_KEYS or content.get("threads", 1) != 1:
        return None
    if model is not None and not nets.is_shipped(model):
        return None
    data: dict[str, Any] = {"strategy": content["strategy"]}
    data |= {key: content[key] for key in ("worlds", "suits") if key in content}
    return data | ({} if model is None else {"net": nets.shipped()})


def composite_data(
    game: str, part: Part, nets: Networks, belief: dict[str, Any]
) -> dict[str, Any] | None:
    """A blend of players, or one that takes over from another."""
    found = [part_data(game, each, nets, belief) for each in part.parts]
    if None in found:
        return None
    if "blend" in part.content:
        weights = [entry["weight"] for entry in part.content["blend"]]
        both = zip(found, weights, strict=True)
        return {"blend": [{"part": own, "weight": weight} for own, weight in both]}
    first, then = found
    return {"first": first, "tricks": part.content["switch_at"], "then": then}


def pimc_data(
    content: dict[str, Any], nets: Networks, belief: dict[str, Any]
) -> dict[str, Any] | None:
    """Solved worlds: uniform ones, located ones, or those that the shipped network has weighed."""
    data: dict[str, Any] = {key: content[key] for key in ("worlds", "agree")}
    data |= {"equity": bool(content.get("equity")), "reach": content.get("reach"), "likely": None}
    data["inferred"] = None
    if belief.get("method") != NET:
        located = nets.located(belief)
        plain = "weighed" not in content and (located or not belief)
        return {"pimc": data} | located if plain else None
    if not is_inference(belief, nets):
        return None
    if "weighed" in content:  # drawn uniformly, and weighed once
        data["likely"] = {"weighed": content["weighed"], "slip": belief["slip"]}
        return {"pimc": data, "net": nets.shipped()}
    data["inferred"] = {"slip": belief["slip"]}
    return {"pimc": data, "net": nets.shipped()} | nets.located(belief)


def is_inference(belief: dict[str, Any], nets: Networks) -> bool:
    """Whether a belief asks the shipped network how likely the others' actions are."""
    known = INFERENCE_KEYS | PROPOSAL_KEYS
    return belief["method"] == NET and set(belief) <= known and nets.is_shipped(belief["model"])


def search_data(
    game: str, content: dict[str, Any], nets: Networks, belief: dict[str, Any]
) -> dict[str, Any] | None:
    """A search with rollouts, or by the shipped network; None for any other."""
    by_net = content.get("prior") or content.get("value")
    others = set(content) - SEARCH_KEYS
    if content["threads"] != 1 or others or content.get("simulations") is None:
        return None
    inferred = belief.get("method") == NET
    if inferred and not is_inference(belief, nets):
        return None
    if belief and not inferred and not nets.located(belief):
        return None
    if by_net and not nets.is_shipped(content["model"]):
        return None
    policies = native_searcher.policies(find(game)())
    if content["policy"] not in policies:
        return None
    rollouts = None
    if content["policy"] != "random":
        numbers = content.get("policy_numbers", [])
        rollouts = policy_data(content["policy"], policies, numbers, nets)
    data: dict[str, Any] = {
        "search": content["method"],
        "simulations": content["simulations"],
        "worlds": content["worlds"],
        "rollouts": rollouts,
        "turns": content.get("turns") or 0,
        "softness": content.get("softness", Settings.softness),
        "halving": bool(content.get("halving")),
        "plans": bool(content.get("plans")),
        "exploration": content.get("exploration", 0.7),
        "reward": REWARDS.index(content["reward"]),
        "to_deal": content["horizon"] == "deal",
        "equity": bool(content.get("equity")),
        "prior": content.get("prior") == "net",
        "value": content.get("value") == "net",
        "value_unit": net_value(game)[1] if content.get("value") else 1.0,
        "belief": {key: belief[key] for key in ("slip", "worlds")} if inferred else None,
    }
    return data | ({"net": nets.shipped()} if by_net or inferred else {})


if __name__ == "__main__":
    main()
