"""Reads a spec: resolves names, fills in defaults, and reports errors with their line.

spec.py documents the format.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.bots import beliefs, models
from kibitz.bots.bot import Bot
from kibitz.bots.composite import BIDDING, Blend, Switch, kind_of
from kibitz.bots.keys import REQUIRED, check
from kibitz.bots.method import Method
from kibitz.bots.methods import find_method, find_strategy, method_names, strategy_names
from kibitz.bots.spec import foreign, line_numbers
from kibitz.bots.spec.aliases import Alias
from kibitz.bots.spec.aliases import alias as alias_of
from kibitz.bots.spec.line_numbers import Keys
from kibitz.bots.spec.spec import Part, Spec
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import BadSpec, KibitzError, MissingModel
from kibitz.nets import weights
from kibitz.search.beliefs import Belief

SIZE_MAX = 65_536  # bytes of a spec
LINES_MAX = 1000
ABOUT_MAX = 300  # characters
BLEND_MAX = 16
SWITCH_AT = 5  # tricks, if the file does not say
TABLES = ("bid", "play", "belief")
NET_BELIEF_KEYS = ("model", "slip", "worlds")
BELIEF_KEYS = ("method", "version", *NET_BELIEF_KEYS, *foreign.INFERENCE)
WAYS = {  # how a table may name the decider
    "bid": ("strategy", "method", "player", "blend"),
    "play": ("method", "player", "blend"),
}

Lookup = Callable[[str], Spec]  # another spec of the game by its name


@dataclass(frozen=True)
class Changes:
    """A caller's changes to a file."""

    tables: Mapping[str, Any]  # merged over the tables of the file
    keys: Mapping[str, Any]  # set wherever a method takes them
    used: set[str]  # the keys that some method has taken

    @classmethod
    def of(cls, changes: Mapping[str, Any]) -> Changes:
        tables = {key: x for key, x in changes.items() if key in TABLES}
        return cls(tables, {key: x for key, x in changes.items() if key not in TABLES}, set())

    @property
    def none(self) -> bool:
        return not self.tables and not self.keys

    def without_tables(self) -> Changes:
        """The changes for another spec, of which a part is taken."""
        return Changes({}, self.keys, self.used)

    def check_all_used(self, name: str) -> None:
        for key in self.keys:
            if key not in self.used:
                raise BadSpec(f"{name} has no part that takes {key!r}")


def read(game: str, file: Path, changes: Changes, lookup: Lookup) -> Spec:
    """Read the spec in a file."""
    data = files.read(file, SIZE_MAX)
    if data is None:
        raise BadSpec(f"there is no file {file}")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadSpec(f"{file}:{line}: a spec must be UTF-8 text") from None
    if text.count("\n") > LINES_MAX:
        raise BadSpec(f"{file}: a spec may have up to {LINES_MAX} lines")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, sentence = line_numbers.of_error(error, text)
        raise BadSpec(f"{file}:{line}: {sentence}") from None
    except RecursionError:
        raise BadSpec(f"{file}: its tables or lists are nested too deeply") from None
    return _Reader(game, file.stem, file, text, changes, lookup).spec(tables)


def of_tables(
    game: str, name: str, tables: Mapping[str, Any], changes: Changes, lookup: Lookup
) -> Spec:
    """Read a spec from tables that have no file."""
    return _Reader(game, name, None, "", changes, lookup).spec(tables)


class _Reader:
    """Resolves one spec. `keys` is always the path from the top of the file."""

    def __init__(
        self,
        game: str,
        name: str,
        file: Path | None,
        text: str,
        changes: Changes,
        lookup: Lookup,
    ) -> None:
        self.rules = games.find(game)
        self.game, self.name, self.file, self.text = game, name, file, text
        self.lookup = lookup
        self.changes = changes
        self.folder = None if file is None else file.parent
        self.belief: dict[str, Any] = {}
        self.weigh: Belief | None = None
        self.weighs = 0  # parts that use the beliefs
        self.play_only = False  # whether [play] is the only table

    def bad(self, keys: Keys, sentence: str, kind: type[BadSpec] = BadSpec) -> BadSpec:
        if self.file is None:
            return kind(f"{self.name}: {sentence}")
        return kind(f"{self.file}:{line_numbers.nearest_line(self.text, keys)}: {sentence}")

    def spec(self, given: Mapping[str, Any]) -> Spec:
        top = self.merged(given)
        for key in top:
            if key not in ("about", *TABLES):
                raise self.bad((key,), f"a spec has about, {', '.join(TABLES)}; not {key!r}")
        tables = {key: self.table(top[key], (key,)) for key in TABLES if key in top}
        tables, believes = foreign.moved(self.game, tables, self.bad)
        about = self.about(top.get("about", ""))
        if "play" not in tables:
            raise self.bad((), 'a spec needs a table [play] with `method = "..."`')
        if "bid" in tables and not set(BIDDING) & set(self.rules.PHASES):
            raise self.bad(("bid",), f"{self.game} has no bidding: remove [bid]")
        self.belief = self.beliefs(tables["belief"]) if "belief" in tables else {}
        self.play_only = list(tables) == ["play"]
        play = self.part("play", tables["play"], ("play",))
        bid = self.part("bid", tables["bid"], ("bid",)) if "bid" in tables else None
        if bid is None and not play.bids:
            sentence = "this only plays cards: add a table [bid] to say who bids"
            raise self.bad(("play",), sentence)
        if bid is not None and not bid.bids:
            raise self.bad(("bid",), "this only plays cards and cannot bid")
        if believes and not self.weighs:
            raise self.bad(("belief",), "[belief] needs a player that searches, and none here does")
        return Spec(self.game, self.name, about, self.file, play, bid, self.belief)

    def merged(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The tables of the file with the changes merged over them."""
        merged = dict(given)
        for key, change in self.changes.tables.items():
            old = merged.get(key, {})
            if change is None:
                merged.pop(key, None)
            elif isinstance(old, Mapping) and isinstance(change, Mapping):
                both = {**old, **change}
                merged[key] = {k: x for k, x in both.items() if x is not None}
            else:
                merged[key] = change
        return merged

    def about(self, value: Any) -> str:
        if not isinstance(value, str) or "\n" in value or len(value) > ABOUT_MAX:
            raise self.bad(("about",), f"about must be one line of up to {ABOUT_MAX} characters")
        return value

    def table(self, value: Any, keys: Keys) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.bad(keys, f"{_path(keys)} must be a table, not {short(value)}")
        return dict(value)

    # One part -----------------------------------------------------------------------------------

    def part(self, role: str, table: dict[str, Any], keys: Keys) -> Part:
        """Resolve [play], [bid], or a table inside them."""
        known = WAYS[role]
        ways = [key for key in known if key in table]
        if len(ways) != 1:
            sentence = f"{_path(keys)} needs one of {', '.join(known)}"
            raise self.bad((*keys, ways[-1]) if ways else keys, sentence)
        if role == "play" and ("switch_at" in table or "then" in table):
            if table.get("method") == "dmc_then_dd" and "then" not in table:
                pass  # its alias provides the rest
            else:
                return self.switch(table, keys)
        if ways == ["player"]:
            return self.of_player(role, table, keys)
        if ways == ["blend"]:
            return self.blend(role, table, keys)
        return self.method(ways[0], table, keys)

    def switch(self, table: dict[str, Any], keys: Keys, then_keys: Keys = ()) -> Part:
        """One player, replaced by another after some tricks; `then_keys` if that has no own
        table."""
        if "play" not in self.rules.PHASES:
            key = "switch_at" if "switch_at" in table else "then"
            raise self.bad((*keys, key), f"{self.game} has no tricks, so it cannot switch")
        tricks = table.pop("switch_at", SWITCH_AT)
        if isinstance(tricks, bool) or not isinstance(tricks, int) or not 0 <= tricks <= 51:
            sentence = f"switch_at must be a number of tricks from 0 to 51, not {short(tricks)}"
            raise self.bad((*keys, "switch_at"), sentence)
        if "then" not in table:
            sentence = f"switch_at needs a table [{_dotted(keys)}.then] for the player after it"
            raise self.bad((*keys, "switch_at"), sentence)
        then_keys = then_keys or (*keys, "then")
        then_table = self.table(table.pop("then"), then_keys)
        first = self.part("play", table, keys)
        then = self.part("play", then_table, then_keys)
        return Part(
            {**first.content, "switch_at": tricks, "then": then.content},
            lambda: Switch(first.make(), then.make(), tricks),
            kind_of([first.kind, then.kind]),
            bids=first.bids,
            parts=(first, then),
        )

    def of_player(self, role: str, table: dict[str, Any], keys: Keys) -> Part:
        """The same part of another spec."""
        name = table["player"]
        if len(table) > 1:
            other = next(key for key in table if key != "player")
            raise self.bad((*keys, other), f"player = {short(name)} cannot have other keys")
        if not isinstance(name, str):
            raise self.bad((*keys, "player"), f"player must be a name, not {short(name)}")
        try:
            spec = self.lookup(name)
        except MissingModel as error:
            raise self.bad((*keys, "player"), str(error), MissingModel) from None
        except KibitzError as error:
            raise self.bad((*keys, "player"), str(error)) from None
        part = spec.bid if role == "bid" and spec.bid is not None else spec.play
        if not spec.belief:
            return part
        if keys == ("play",) and self.play_only:  # this spec is that player, by another name
            self.belief = spec.belief
            return part
        return replace(part, content={**part.content, "belief": spec.belief})

    def blend(self, role: str, table: dict[str, Any], keys: Keys) -> Part:
        """Several players, drawn by weight."""
        given = table["blend"]
        if len(table) > 1:
            other = next(key for key in table if key != "blend")
            raise self.bad((*keys, other), f"{_path(keys)} with a blend cannot have {other!r}")
        if not isinstance(given, list) or not 2 <= len(given) <= BLEND_MAX:
            sentence = f"a blend needs 2 to {BLEND_MAX} tables [[{_dotted(keys)}.blend]]"
            raise self.bad((*keys, "blend"), sentence)
        parts, weights = [], []
        for i, value in enumerate(given):
            here: Keys = (*keys, "blend", i)
            one = self.table(value, here)
            weights.append(self.weight(one.pop("weight", 1.0), here))
            parts.append(self.part(role, one, here))
        return Part(
            {
                "blend": [
                    {"weight": weight, **part.content}
                    for weight, part in zip(weights, parts, strict=True)
                ]
            },
            lambda: Blend([part.make() for part in parts], weights),
            kind_of([part.kind for part in parts]),
            bids=all(part.bids for part in parts),
            parts=tuple(parts),
        )

    def weight(self, value: Any, keys: Keys) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < value <= 1e6:
            sentence = f"weight must be a number above 0, not {short(value)}"
            raise self.bad((*keys, "weight"), sentence)
        return float(value)

    def method(self, word: str, table: dict[str, Any], keys: Keys) -> Part:
        """Resolve a method or strategy by name, with its keys."""
        name = table.pop(word)
        if not isinstance(name, str):
            raise self.bad((*keys, word), f"{word} must be a name, not {short(name)}")
        find = find_method if word == "method" else find_strategy
        method = find(self.game, name)
        alias = alias_of(self.game, name) if method is None else None
        if alias is not None:
            return self.alias(alias, table, keys)
        if method is None:
            known = (method_names if word == "method" else strategy_names)(self.game)
            sentence = f"{self.game} has no {word} {name!r}; it has {', '.join(known)}"
            raise self.bad((*keys, word), sentence)
        return self.resolved(method, word, table, keys)

    def alias(self, alias: Alias, table: dict[str, Any], keys: Keys) -> Part:
        """Resolve an alias: a method with some keys set, or two that switch."""
        if alias.then is not None:
            both = {**table}
            first_keys = {key: both.pop(key) for key in alias.first_keys if key in both}
            tricks = both.pop("switch_at", SWITCH_AT)
            then = {**alias.then, **both}
            whole = {"method": alias.method, **first_keys, "switch_at": tricks, "then": then}
            return self.switch(whole, keys, keys)
        return self.method("method", {"method": alias.method, **alias.keys, **table}, keys)

    def resolved(self, method: Method, word: str, table: dict[str, Any], keys: Keys) -> Part:
        wanted = table.pop("version", None)
        shape = foreign.taken_shape(method.name, table)
        settings = self.settings(method, table, keys)
        foreign.check_shape(settings.get("model", Path()), shape, keys, self.bad)
        self.try_out(method, settings, keys)
        content: dict[str, Any] = {word: method.name}
        version = method.version(**settings)
        self.check_version(method.name, version, wanted, keys)
        if version != 1:
            content["version"] = version
        for key, value in settings.items():
            if value is not None:
                is_file = method.keys[key].is_file
                content[key] = weights.fingerprint(value) if is_file else value
        content |= method.leans_on(settings)
        self.weighs += method.believes
        more = {"beliefs": self.weigh} if method.believes and self.weigh is not None else {}

        def make() -> Bot:
            return method.make(**settings, **more)

        native = method.native(**settings)
        # A player with weights in its code contributes them as the numbers of its native form.
        numbers = native and native.parameters
        if method.numbers is not None:
            numbers = method.numbers(**settings)
        return Part(content, make, method.kind, native, method.bids, numbers)

    def check_version(self, name: str, version: int, wanted: Any, keys: Keys) -> None:
        """Check a required version: another one may decide differently from what was measured."""
        if wanted is not None and (wanted != version or isinstance(wanted, bool)):
            sentence = f"{name} has version {version} here, not {short(wanted)}"
            raise self.bad((*keys, "version"), sentence)

    def settings(self, method: Method, table: dict[str, Any], keys: Keys) -> dict[str, Any]:
        """All keys of a method with their values."""
        for key, value in self.changes.keys.items():
            known = method.renamed.get(key, key)
            if known in method.keys:
                self.changes.used.add(key)
                for other in [k for k in table if method.renamed.get(k, k) == known]:
                    del table[other]
                if value is not None:
                    table[key] = value
        settings: dict[str, Any] = {}
        for written, value in table.items():
            key = method.renamed.get(written, written)
            here: Keys = (*keys, written)
            if key not in method.keys:
                raise self.bad(here, _no_key(method, written))
            if key in settings:
                raise self.bad(here, f"{written} is another name for {key}, which is also given")
            try:
                settings[key] = check(written, value, method.keys[key].takes)
            except KibitzError as error:
                raise self.bad(here, str(error)) from None
            if method.keys[key].is_file:
                settings[key] = self.model(value, here)
        for key, takes in method.keys.items():
            if key not in settings and takes.default is REQUIRED:
                kind = MissingModel if takes.is_file else BadSpec
                raise self.bad(keys, f"{method.name} needs the key {key!r}", kind)
        defaults = {key: takes.default for key, takes in method.keys.items()}
        return method.complete({key: settings.get(key, defaults[key]) for key in method.keys})

    def try_out(self, method: Method, settings: dict[str, Any], keys: Keys) -> None:
        """Make the bot once, and report a rejected value with its line.

        The culprit is the first key that is rejected with all others at their defaults; if there is
        none the values are incompatible, and the table is reported.
        """
        try:
            method.make(**settings)
        except (KibitzError, ValueError) as error:
            kind = MissingModel if isinstance(error, MissingModel) else BadSpec
            raise self.bad(self.blame(method, settings, keys), str(error), kind) from None

    def blame(self, method: Method, settings: dict[str, Any], keys: Keys) -> Keys:
        defaults = {key: settings[key] for key in method.keys}
        for key, takes in method.keys.items():
            if takes.default is not REQUIRED:
                defaults[key] = takes.default
        defaults = method.complete(defaults)
        for key, value in settings.items():
            try:
                method.make(**method.complete({**defaults, key: value}))
            except (KibitzError, ValueError):
                written = [w for w, k in method.renamed.items() if k == key]
                for word in (key, *written):
                    if self.file and line_numbers.line_of(self.text, (*keys, word)) is not None:
                        return (*keys, word)
        return keys

    # Networks -----------------------------------------------------------------------------------

    def model(self, value: str, keys: Keys) -> Path:
        try:
            return models.find_model(value, self.folder)
        except MissingModel as error:
            raise self.bad(keys, str(error), MissingModel) from None

    def beliefs(self, table: dict[str, Any]) -> dict[str, Any]:
        """Resolve [belief]: which worlds a search considers likely."""
        for key in table:
            if key not in BELIEF_KEYS:
                sentence = f"[belief] has {', '.join(BELIEF_KEYS)}; not {key!r}"
                raise self.bad(("belief", key), sentence)
        foreign.check_switches(table, foreign.INFERENCE, "belief", self.bad)
        foreign.check_constraints(table, "belief", self.bad)
        method = foreign.belief_method(self.game, table)
        if method == beliefs.NET:
            return self.belief_net(table)
        if "method" not in table and not table.get("use_nn_beliefs", True):
            table = {key: table[key] for key in table if key not in NET_BELIEF_KEYS}
        for key in NET_BELIEF_KEYS:
            if key in table:
                sentence = f'{key} needs method = "net", inference by a network'
                raise self.bad(("belief", key), sentence)
        if method is not None:
            return self.belief_method(method, table.get("version"))
        if "version" in table:
            raise self.bad(("belief", "version"), "only a method of [belief] has a version")
        return {}

    def belief_net(self, table: dict[str, Any]) -> dict[str, Any]:
        """Inference by a network: `model`, `slip` and `worlds`, all optional."""
        self.check_version(beliefs.NET, beliefs.NET_VERSION, table.get("version"), ("belief",))
        found = models.shipped(self.game)
        if "model" in table:
            found = self.model(str(table["model"]), ("belief", "model"))
        if found is None:
            sentence = f"{self.game} has no shipped network: name one with `model`"
            raise self.bad(("belief",), sentence, MissingModel)
        given = {}
        for key, takes in (("slip", float), ("worlds", int)):
            if key in table:
                try:
                    given[key] = check(key, table[key], takes)
                except KibitzError as error:
                    raise self.bad(("belief", key), str(error)) from None
        try:
            belief = beliefs.by_net(self.game, found, given.get("slip"), given.get("worlds"))
        except KibitzError as error:
            raise self.bad(("belief",), str(error)) from None
        self.weigh = belief
        fixed = {"slip": belief.slip, "worlds": belief.worlds}
        fixed |= beliefs.content(self.game, beliefs.NET)
        return {"method": beliefs.NET, "model": weights.fingerprint(found)} | fixed

    def belief_method(self, name: Any, wanted: Any) -> dict[str, Any]:
        try:
            self.weigh = beliefs.find(self.game, str(name))
        except KibitzError as error:
            raise self.bad(("belief", "method"), str(error)) from None
        version = beliefs.version(self.game, str(name))
        self.check_version(str(name), version, wanted, ("belief",))
        if self.weigh is None:
            return {}
        more = beliefs.content(self.game, str(name))
        return {"method": name} | ({"version": version} if version != 1 else {}) | more


def _dotted(keys: Keys) -> str:
    return ".".join(key for key in keys if isinstance(key, str))


def _path(keys: Keys) -> str:
    inner = f"[{_dotted(keys)}]"
    return f"[{inner}]" if any(isinstance(key, int) for key in keys) else inner


def _no_key(method: Method, key: str) -> str:
    known = sorted({*method.keys, *method.renamed})
    takes = f"it takes {', '.join(known)}" if known else "it takes no keys"
    return f"{method.name} has no key {key!r}; {takes}"
