"""The soft beliefs of a game by name: BELIEFS in players/<game>/beliefs.py, and those by networks.

`VERSION` of that module covers all its beliefs (version.py). Those by networks:

    net        policy-based inference (NetBelief), in every game that ships a network
    bid_net    where the cards are (LocationBelief), from the auction
    play_net   the same from the auction and the cards played
    call_net   `play_net` times the likelihood of the auction by a network of calls (CallBelief)
    call_mix   the same, by several models (MixedCalls)
    all_net    `play_net` times the likelihood of all actions by `net` (TemperedNetBelief)

`bid_net`, `play_net` and the network of calls are found under "belief" in the manifest. In the last
three beliefs both factors are toned down.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.bots import models
from kibitz.bots.net import checked
from kibitz.bots.version import of_part
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.nets.net import load
from kibitz.nets.weights import fingerprint
from kibitz.search.beliefs import (
    Belief,
    CallBelief,
    MixedCalls,
    NetBelief,
    PolicyBelief,
    TemperedNetBelief,
)
from kibitz.search.location_belief import LocationBelief

UNIFORM = "uniform"  # hard constraints only
NET, NET_VERSION = "net", 1
WORLDS, PROPOSED_WORLDS = 256, 64  # of `net`: drawn uniformly, or from `play_net`
BID_NET, PLAY_NET = "bid_net", "play_net"
# Of the logits: full trust in what cards mean misleads where strangers play them.
TRUST = {BID_NET: 1.0, PLAY_NET: 0.6}
ALL_NET = "all_net"
ALL_TRUST, ALL_POWER = 0.5, 0.25  # of `play_net` and of the likelihoods by `net`
CALL_NET = "call_net"
# Of locations and of likelihoods, chosen on auctions of all shipped bidders; see the notes.
CALL_TRUST, CALL_POWER, CALL_SLIP, CALL_WORLDS = 0.4, 0.8, 0.02, 40
# The same for `call_mix`; its models are the network of calls, the shipped one and the rule player.
CALL_MIX = "call_mix"
MIX_TRUST, MIX_POWER, MIX_SHARES, MIX_SLIPS = 0.2, 0.7, (0.4, 0.3, 0.3), (0.02, 0.01, 0.03)
TRUSTED, POLICY = "trust", "policy_net"
DERIVED = (BID_NET, PLAY_NET, CALL_NET, TRUSTED, POLICY)  # keys that `content` adds


def names(game: str) -> list[str]:
    """The beliefs of a game, uniform first."""
    by_net = [NET] if models.shipped(game) is not None else []
    located, calls = _locating(game), _calling(game)
    return [UNIFORM, *_models(game), *located, *calls, *by_net, *_combined(game)]


def by_net(game: str, model: Path, slip: float | None, worlds: int | None) -> NetBelief:
    """Inference by a network."""
    net, found = checked(game, model), 0.1 if slip is None else slip
    if PLAY_NET not in _locating(game):
        return NetBelief(net, found, WORLDS if worlds is None else worlds)
    count = PROPOSED_WORLDS if worlds is None else worlds
    return NetBelief(net, found, count, by_location(game, PLAY_NET))


def find(game: str, name: str) -> Belief | None:
    """Return the belief of that name; None is uniform."""
    if name == UNIFORM:
        return None
    found, shipped = _models(game), models.shipped(game)
    if name == NET and shipped is not None:
        return by_net(game, shipped, None, None)
    if name in _locating(game):
        return by_location(game, name)
    if name == CALL_NET and name in _calling(game):
        return by_calls(game, CALL_TRUST, CALL_POWER)
    if name in _calling(game):
        return by_mixed_calls(game, MIX_TRUST, MIX_POWER)
    if name in _combined(game) and shipped is not None:
        places = by_location(game, PLAY_NET, ALL_TRUST)
        return TemperedNetBelief(checked(game, shipped), places, ALL_POWER)
    if name not in found:
        raise BadOption(f"{game} has the beliefs {', '.join(names(game))}, not {name!r}")
    return found[name]()


def by_location(game: str, name: str, trust: float | None = None) -> LocationBelief:
    """Where networks expect the cards: `bid_net` by the auction, `play_net` by the cards too."""
    files = models.shipped_beliefs(game)
    play = load(files[PLAY_NET]) if name == PLAY_NET else None
    return LocationBelief(load(files[BID_NET]), play, TRUST[name] if trust is None else trust)


def by_calls(
    game: str, trust: float, power: float, slip: float = CALL_SLIP, worlds: int = CALL_WORLDS
) -> CallBelief:
    """Where networks expect the cards, and how likely the auction is given a world's hands."""
    net = load(models.shipped_beliefs(game)[CALL_NET])
    return CallBelief(net, by_location(game, PLAY_NET, trust), power, slip, worlds)


def by_mixed_calls(game: str, trust: float, power: float) -> MixedCalls:
    """The same, where others may also bid exactly like the shipped network or the rule player."""
    shipped, rule = models.shipped(game), registry.find("players", game, "rule")
    assert shipped is not None
    assert rule is not None
    nets = load(models.shipped_beliefs(game)[CALL_NET]), checked(game, shipped)
    parts: list[Belief] = []
    for net, slip in zip(nets, MIX_SLIPS, strict=False):
        part = NetBelief(net, slip)
        part.phase = CallBelief.phase
        parts.append(part)
    parts.append(PolicyBelief(rule.choose, MIX_SLIPS[2], CallBelief.phase, "rule"))
    places = by_location(game, PLAY_NET, trust)
    return MixedCalls(list(zip(MIX_SHARES, parts, strict=True)), places, power)


def content(game: str, name: str) -> dict[str, Any]:
    """What the hash of a spec takes from a belief beside its name and version: its networks.

    `net` draws its worlds from `play_net` where there is one.
    """
    known, files = _locating(game), models.shipped_beliefs(game)
    both = known if PLAY_NET in known else []
    used = {BID_NET: known[:1], PLAY_NET: both, NET: both, ALL_NET: both}
    used |= {key: [*both, CALL_NET] for key in _calling(game)}
    found: dict[str, Any] = {one: fingerprint(files[one]) for one in used.get(name, [])}
    shipped = models.shipped(game)
    if name == CALL_MIX and shipped is not None:
        mixed = [MIX_TRUST, MIX_POWER, *MIX_SHARES, *MIX_SLIPS]
        return found | {TRUSTED: mixed, POLICY: fingerprint(shipped)}
    if name == CALL_NET:
        return found | {TRUSTED: [CALL_TRUST, CALL_POWER, CALL_SLIP, CALL_WORLDS]}
    if name == ALL_NET and shipped is not None:
        return found | {TRUSTED: [ALL_TRUST, ALL_POWER], POLICY: fingerprint(shipped)}
    return found | ({TRUSTED: TRUST[PLAY_NET]} if PLAY_NET in found else {})


def _locating(game: str) -> list[str]:
    files = models.shipped_beliefs(game)
    if BID_NET not in files:
        return []
    return [BID_NET, PLAY_NET] if PLAY_NET in files else [BID_NET]


def _calling(game: str) -> list[str]:
    known = CALL_NET in models.shipped_beliefs(game) and PLAY_NET in _locating(game)
    return [CALL_NET, CALL_MIX] if known and models.shipped(game) is not None else []


def _combined(game: str) -> list[str]:
    return [ALL_NET] if PLAY_NET in _locating(game) and models.shipped(game) is not None else []


def version(game: str, name: str) -> int:
    """The version of the code behind a belief."""
    if name in (UNIFORM, NET, BID_NET, PLAY_NET, CALL_NET, CALL_MIX, ALL_NET):
        return NET_VERSION
    return of_part(game, "beliefs")


def _models(game: str) -> dict[str, Callable[[], Belief]]:
    found: dict[str, Callable[[], Belief]]
    found = getattr(registry.find("players", game, "beliefs"), "BELIEFS", {})
    return found
