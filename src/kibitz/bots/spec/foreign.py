"""Keys of other programs' bot files, with what they mean here.

    early_termination     true or false: a forced card is never searched, and hands that are known
                          are one world, so it has no effect here
    use_hard_constraints  must be true: worlds always fit what was seen
    use_elephant_memory   true or false: a view always has every card seen, so it has no effect here
    use_soft_inference    true: worlds are weighted by what others bid and played ([belief] `all`,
                          or the first belief that the game has)
    use_nn_beliefs        true: by a network ([belief] `net`, with `model` if there is one); it
                          takes precedence; false turns a `model` of [belief] off
    hidden, layers,       the shape of a network: the width of its first layer, how many there are,
    residual              and skip connections; our files contain it, and another one is refused

The switches may be in [belief] or in [play]. Those programs ignore keys of other methods, so that a
file may keep `time_ms` or `switch_at` while its method changes; under their names for methods, such
keys have no effect here either. `smart_ismcts` weights its worlds by default in games
without a rule player for rollouts: that is what makes it different from `ismcts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kibitz.bots import beliefs
from kibitz.bots.defaults import rollout_policy
from kibitz.bots.models import PLAYER as NET
from kibitz.bots.spec.line_numbers import Keys
from kibitz.core.coerce import short
from kibitz.nets.net import load

INFERENCE = ("use_soft_inference", "use_nn_beliefs", "use_elephant_memory", "use_hard_constraints")
NO_EFFECT = "early_termination"
SHAPE = ("hidden", "layers", "residual")
SOFT = "all"  # the belief by bids and cards, where a game has it

# The keys of their methods; each of them may carry those of the others.
_NET, _SOLVE = {"model", *SHAPE}, {"determinizations", "time_ms"}
PLAY_KEYS = {
    "naive_ismcts": {"time_ms"},
    "smart_ismcts": {"time_ms"},
    "is_dd": _SOLVE,
    "smart_is_dd": _SOLVE,
    "dmc": _NET,
    "dmc_then_dd": _NET | _SOLVE | {"switch_at"},
    "oracle": {"time_ms", "model"},
    "heuristic": set[str](),
}
_BIDDERS = "heuristic improved improved_v2 smart roro maxi petit_bide moelleux"
BID_KEYS = {name: set[str]() for name in _BIDDERS.split()} | {"nn": _NET}

Bad = Callable[[Keys, str], Exception]  # makes an error of a key and a sentence


def moved(
    game: str, tables: dict[str, dict[str, Any]], bad: Bad
) -> tuple[dict[str, dict[str, Any]], bool]:
    """The tables with switches of [play] in [belief], and whether a file asked for a belief."""
    tables = {name: dict(table) for name, table in tables.items()}
    asked, play = "belief" in tables, tables.get("play", {})
    check_switches(play, (*INFERENCE, NO_EFFECT), "play", bad)
    check_constraints(play, "play", bad)
    play.pop(NO_EFFECT, None)
    _drop_unused(play, play.get("method"), PLAY_KEYS)
    _drop_unused(tables.get("bid", {}), tables.get("bid", {}).get("strategy"), BID_KEYS)
    found = {key: play.pop(key) for key in INFERENCE if key in play}
    belief = found | tables.get("belief", {})
    by_default = {"method": beliefs.NET} if _is_smart(game, play) else {}
    if not asked and not any(found.get(key) for key in INFERENCE[:2]):
        belief |= by_default
    if belief or asked:
        tables["belief"] = belief
    return tables, asked or bool(found.get("use_soft_inference") or found.get("use_nn_beliefs"))


def _is_smart(game: str, play: Mapping[str, Any]) -> bool:
    smart = play.get("method") == "smart_ismcts"
    return smart and rollout_policy(game) == "random" and beliefs.NET in beliefs.names(game)


def _drop_unused(table: dict[str, Any], name: Any, keys: Mapping[str, set[str]]) -> None:
    """Drop the keys that only other methods of those programs read."""
    if not isinstance(name, str) or name not in keys or "then" in table:
        return
    for key in set().union(*keys.values()) - keys[name]:
        table.pop(key, None)


def check_constraints(table: Mapping[str, Any], name: str, bad: Bad) -> None:
    """Hard constraints cannot be turned off."""
    key = "use_hard_constraints"
    if table.get(key) is False:
        sentence = f"{key} must be true: worlds always fit what was seen"
        raise bad((name, key), sentence)


def check_switches(table: Mapping[str, Any], keys: tuple[str, ...], name: str, bad: Bad) -> None:
    """Every switch is true or false."""
    for key in keys:
        if not isinstance(table.get(key, False), bool):
            sentence = f"{key} must be true or false, not {short(table[key])}"
            raise bad((name, key), sentence)


def belief_method(game: str, table: Mapping[str, Any]) -> Any:
    """The belief that a table names, or that its switches mean; None for none."""
    if "method" in table:
        return table["method"]
    by_net = table.get("use_nn_beliefs", "model" in table)
    if by_net:
        return beliefs.NET
    if table.get("use_soft_inference"):
        known = beliefs.names(game)
        return SOFT if SOFT in known else next((n for n in known if n != beliefs.UNIFORM), None)
    return None


def taken_shape(method: str, table: dict[str, Any]) -> dict[str, Any]:
    """Take the keys of a network's shape out of its table."""
    keys = SHAPE if method == NET else ()
    return {key: table.pop(key) for key in keys if key in table}


def check_shape(model: Path, given: Mapping[str, Any], keys: Keys, bad: Bad) -> None:
    """Refuse a shape that is not the file's."""
    if not given:
        return
    description = load(model).description
    known: dict[str, Any] = {
        "hidden": description.trunk[0],
        "layers": len(description.trunk),
        "residual": description.residual,
    }
    for key, value in given.items():
        if type(value) is not type(known[key]) or value != known[key]:
            have = str(known[key]).lower()
            said = str(value).lower() if isinstance(value, bool) else short(value)
            raise bad((*keys, key), f"{key} of {model.name} is {have}, not {said}")
