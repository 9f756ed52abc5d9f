"""The collector: rows are games that replay, advantages are plain GAE, threads do not matter."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.arena.native import play_many
from kibitz.core.rng import mix
from kibitz.envs import rewards
from kibitz.envs.seats import Player
from kibitz.errors import BadOption
from kibitz.learning.collector import Batch, Collector
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

GAMES: dict[str, list[dict[str, Any]]] = {
    "ohhell": [{"players": 4, "schedule": [3]}, {"players": 2, "schedule": [5, 2]}],
    "belote": [{}],
    "codepiece": [{}],
    "qwixx": [{"players": 2}, {"players": 3}],
    "dubito": [{"players": 4, "max_turns": 60}],
}
RIVAL = {
    "ohhell": "smart",
    "belote": "rule",
    "codepiece": "random",
    "qwixx": "ga",
    "dubito": "honest",
}
N = 6


def games(name: str) -> list[kibitz.Game]:
    return [kibitz.game(name, engine="native", **options) for options in GAMES[name]]


def network(game: kibitz.Game, seed: int = 1, encoding: str | None = None) -> Net:
    chosen = game.encoding(encoding)
    description = Description(
        game.name,
        chosen,
        game.encoding_size(chosen),
        game.num_actions,
        (16,),
        heads=("policy", "value"),
    )
    rng = np.random.default_rng(seed)
    tensors = {
        name: (0.2 * rng.standard_normal(shape)).astype(np.float32)
        for name, shape in description.shapes().items()
    }
    return Net(description, tensors)


def whole_trajectories(batch: Batch) -> dict[tuple[int, int], list[int]]:
    """The rows of each (seed, seat), in order."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i in range(len(batch)):
        found[int(batch.seed[i]), int(batch.seat[i])].append(i)
    return found


def replay(batch: Batch, kinds: list[kibitz.Game], seed: int) -> list[Any]:
    """States before each row of a game in which the learner has all seats, and the last one."""
    rows = [i for i in range(len(batch)) if int(batch.seed[i]) == seed]
    state = kinds[int(batch.kind[rows[0]])].new(seed)
    states = []
    for i in rows:
        while len(state.legal()) == 1:
            state.apply(state.legal()[0])
        states.append((i, state.copy()))
        state.apply(int(batch.action[i]))
    while not state.done and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    return [*states, (-1, state)]


@pytest.mark.parametrize("name", GAMES)
def test_rows_replay_as_the_games_of_their_seeds(name: str) -> None:
    kinds = games(name)
    net = network(kinds[0])
    collector = Collector(kinds, N, seed=3, reward="returns")
    batch = collector.collect(net, [], [[0] * 8], 300, whole=True)
    seeds = {mix(mix(3, e), k) for e in range(N) for k in range(2000)}
    heads = net.forward(batch.observation)
    ended = {int(seed): i for i, seed in enumerate(batch.finished.seed)}
    assert ended
    for seed, place in ended.items():
        assert seed in seeds
        if seed not in batch.seed:
            continue
        *before, (_, last) = replay(batch, kinds, seed)
        assert last.done
        paid = [0.0] * last.game.players
        for i, state in before:
            assert batch.seat[i] == state.player
            assert batch.mask[i].tolist() == state.mask().tolist()
            assert batch.mask[i].sum() > 1
            assert batch.observation[i].tolist() == state.view(state.player).encode().tolist()
            assert batch.value[i] == heads["value"][i, 0]
            paid[state.player] += float(batch.reward[i])
        finished = batch.finished
        seats = last.game.players
        assert finished.returns[place, :seats].tolist() == list(last.returns())
        assert np.allclose(finished.outcome[place, :seats], last.outcome())
        assert finished.length[place] == len(last.actions)
        for seat in range(seats):
            if finished.decisions[place, seat]:
                assert paid[seat] == pytest.approx(last.returns()[seat])


@pytest.mark.parametrize("name", GAMES)
def test_advantages_are_plain_gae(name: str) -> None:
    kinds = games(name)
    net = network(kinds[0])
    collector = Collector(kinds, N, seed=5, reward="margin", scale=0.1)
    gamma, lam = 0.97, 0.9
    batch = collector.collect(net, [], [[0] * 8], 400, gamma=gamma, lam=lam, whole=True)
    for rows in whole_trajectories(batch).values():
        following, advantage = 0.0, 0.0
        for i in reversed(rows):
            delta = batch.reward[i] + gamma * following - batch.value[i]
            advantage = delta + gamma * lam * advantage
            following = float(batch.value[i])
            assert batch.advantage[i] == pytest.approx(advantage, abs=1e-4)
            assert batch.target[i] == pytest.approx(advantage + batch.value[i], abs=1e-4)


def test_cut_trajectories_bootstrap_and_go_on() -> None:
    """Small batches, put together, are the rows of whole games, with the same rewards."""
    kinds = games("ohhell")
    net = network(kinds[0])
    parts = Collector(kinds, N, seed=5, reward="lead")
    batches = [parts.collect(net, [], [[0] * 8], 40, gamma=0.9, lam=0.8) for _ in range(12)]
    whole = Collector(kinds, N, seed=5, reward="lead").collect(net, [], [[0] * 8], 300, whole=True)
    rows: dict[Any, Any] = {}
    for batch in batches:
        for i in range(len(batch)):
            key = int(batch.seed[i]), int(batch.seat[i])
            rows.setdefault(key, []).append((batch, i))
    compared = 0
    for key, places in whole_trajectories(whole).items():
        if key not in rows or len(rows[key]) != len(places):
            continue  # the last batch ended before this game did
        for (batch, i), j in zip(rows[key], places, strict=True):
            assert batch.action[i] == whole.action[j]
            assert batch.reward[i] == whole.reward[j]
            assert batch.observation[i].tolist() == whole.observation[j].tolist()
            compared += 1
        for (batch, i), (after, j) in zip(rows[key], rows[key][1:], strict=False):
            assert batch.next[i] == (j if after is batch else -1)
            alone = batch.reward[i] + 0.9 * after.value[j] - batch.value[i]
            expected = alone + (0.9 * 0.8 * after.advantage[j] if after is batch else 0)
            assert batch.advantage[i] == pytest.approx(expected, abs=1e-5)
        last, i = rows[key][-1]
        assert last.next[i] == -2
    assert compared > 150


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing_and_seeds_all(name: str) -> None:
    kinds = games(name)
    net, rival = network(kinds[0]), network(kinds[0], 2)
    players = [Player.of(kinds[0], RIVAL[name]), Player("rival", net=rival, temperature=0.5)]
    seating = [[0, 1, 2, 0, 1], [1, 0, 0, 2, 2], [0, 0, 0, 0, 0]]
    found = []
    for seed, threads in ((1, 1), (1, 3), (2, 1)):
        collector = Collector(kinds, N, seed=seed)
        batches = [
            collector.collect(net, players, seating, 60, threads=threads, whole=name == "dubito")
            for _ in range(3)
        ]
        found.append(batches)
    for one, two in zip(found[0], found[1], strict=True):
        for word in (
            "observation",
            "mask",
            "action",
            "logp",
            "value",
            "reward",
            "advantage",
            "who",
        ):
            assert np.array_equal(getattr(one, word), getattr(two, word)), word
        assert np.array_equal(one.finished.seed, two.finished.seed)
        assert np.array_equal(one.finished.who, two.finished.who)
        assert np.array_equal(one.finished.outcome, two.finished.outcome)
    assert not np.array_equal(found[0][0].seed[:20], found[2][0].seed[:20])


def test_opponents_sit_as_asked() -> None:
    kinds = games("ohhell")
    net = network(kinds[0])
    players = [Player.of(kinds[0], "smart"), Player.of(kinds[0], "random")]
    seating = [[1, 0, 2, 1], [0, 2, 0, 0], [2, 0, 0, 0]]
    collector = Collector(kinds, 8, seed=1)
    batch = collector.collect(net, players, seating, 500, kinds=[0, 1, 1])
    assert collector.names == ["learner", "smart", "random"]
    seen = set()
    for who, n in zip(batch.finished.who, batch.finished.players, strict=True):
        row = tuple(who[:n].tolist())
        seen.add(row)
        assert row in ({(1, 0, 2, 1)} if n == 4 else {(0, 2), (2, 0)})
        assert (who[n:] == -1).all()
    assert len(seen) == 3
    assert (batch.who == 0).all()
    assert set(batch.seat[batch.players == 4].tolist()) == {1}


def test_one_row_for_each_game_is_taken_as_it_is() -> None:
    kinds = games("ohhell")
    net = network(kinds[0])
    players = [Player.of(kinds[0], "smart")]
    seating = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    collector = Collector(kinds[:1], 4, seed=1, kinds=[0])
    finished = collector.collect(net, players, seating, 200).finished
    for game, who in zip(finished.game, finished.who, strict=True):
        assert who[:4].tolist() == seating[game]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_rule_players_plays_the_games_of_the_arena(name: str) -> None:
    game = games(name)[0]
    collector = Collector([game], N, seed=4, reward="returns")
    batch = collector.collect_teacher(Player.of(game, RIVAL[name]), 200)
    native = Player.of(game, RIVAL[name]).native
    assert native is not None
    seeds = batch.finished.seed
    seating = np.zeros((len(seeds), game.players), np.int32)
    played = play_many(game, [native], seating, seeds, keep=True)
    assert np.array_equal(batch.finished.length, played.lengths)
    assert np.allclose(batch.finished.returns[:, : game.players], played.returns)
    assert played.actions is not None
    for seed, actions, returns in zip(seeds, played.actions, played.returns, strict=True):
        rows = [i for i in range(len(batch)) if batch.seed[i] == seed]
        state, decided = game.new(int(seed)), []
        for action in actions:
            if len(state.legal()) > 1:
                decided.append((action, state.player))
                i = rows[len(decided) - 1]
                assert batch.observation[i].tolist() == state.view(state.player).encode().tolist()
            state.apply(action)
        assert decided == [(int(batch.action[i]), int(batch.seat[i])) for i in rows]
        for i in rows:
            assert batch.target[i] == pytest.approx(returns[batch.seat[i]])


def test_teachers_mixed_and_shown_beside_the_learner() -> None:
    game = games("ohhell")[0]
    collector = Collector([game], N, seed=4)
    batch = collector.collect_teacher([Player.of(game, "smart"), Player.of(game, "sharp")], 400)
    assert collector.names == ["learner", "smart", "sharp"]
    assert 0.3 < (batch.who == 1).mean() < 0.7
    sharp = Player.of(game, "sharp")
    shown = collector.collect(network(game), [], [[0] * 4], 400, teacher=sharp)
    legal = shown.mask[np.arange(len(shown)), shown.expert]
    assert legal.all()
    assert (shown.expert != shown.action).any()


def test_a_teacher_that_comes_later_is_asked_in_games_that_begin_then() -> None:
    game = games("ohhell")[0]
    collector = Collector([game], N, seed=4)
    before = collector.collect(network(game), [], [[0] * 4], 100)
    assert (before.expert == -1).all()
    words: dict[str, Any] = {"teacher": Player.of(game, "sharp")}
    after = collector.collect(network(game), [], [[0] * 4], 400, **words)
    known = {int(seed) for seed in after.seed[after.expert >= 0]}
    assert known
    assert not known & {int(seed) for seed in before.seed}
    later = collector.collect(network(game), [], [[0] * 4], 400, **words)
    assert (later.expert >= 0).all()


def test_deals_end_trajectories_and_pay_their_own_points() -> None:
    game = kibitz.game("ohhell", engine="native", players=3, schedule=[3, 4, 2])
    net = network(game)
    deals = Collector([game], N, seed=2, reward="returns", horizon="deal")
    batch = deals.collect(net, [], [[0] * 3], 400, whole=True)
    whole = Collector([game], N, seed=2, reward="returns").collect(
        net, [], [[0] * 3], 400, whole=True
    )
    ends = {True: 0, False: 0}
    for key, rows in whole_trajectories(whole).items():
        other = whole_trajectories(batch).get(key)
        if other is None or len(other) != len(rows):
            continue
        assert batch.action[other].tolist() == whole.action[rows].tolist()
        assert batch.reward[other].sum() == whole.reward[rows].sum()
        assert (whole.reward[rows][:-1] == 0).all()
        ends[True] += int((batch.next[other] == -2).sum())
        ends[False] += 1
    assert ends[True] > ends[False] > 5


@pytest.mark.parametrize("reward", ["shaped", "raw"])
def test_shaped_rewards_are_those_of_the_environments(reward: str) -> None:
    game = kibitz.game("ohhell", engine="native", players=3, schedule=[3, 4, 2])
    rule = rewards.reward(game, reward)
    batch = Collector([game], N, seed=2, reward=reward).collect(
        network(game), [], [[0] * 3], 300, whole=True
    )
    for seed in batch.finished.seed[:10]:
        *before, (_, last) = replay(batch, [game], int(seed))
        for seat in range(3):
            mine = [(i, s) for i, s in before if s.player == seat]
            marks = [len(s.view(seat).history) for _, s in mine]
            later = [s for _, s in mine[1:]] + [last]
            for (i, _), seen, then in zip(mine, marks, later, strict=True):
                paid = rule.pay(then, then.view(seat), seen)
                assert batch.reward[i] == pytest.approx(paid, abs=1e-6)


def test_margins_are_against_the_other_sides() -> None:
    for name, options in (("belote", {}), ("ohhell", {"players": 3, "schedule": [4]})):
        game = kibitz.game(name, engine="native", **options)
        for reward in ("margin", "mean_margin", "outcome"):
            batch = Collector([game], N, seed=2, reward=reward, scale=0.5).collect(
                network(game), [], [[0] * 4], 200, whole=True
            )
            for i, players in enumerate(batch.finished.players):
                returns = batch.finished.returns[i]
                for seat in range(players):
                    others = [returns[s] for s in range(players) if s not in game.side(seat)]
                    expected = {
                        "margin": returns[seat] - max(others),
                        "mean_margin": returns[seat] - np.mean(others),
                        "outcome": batch.finished.outcome[i, seat],
                    }[reward]
                    assert batch.finished.reward[i, seat] == pytest.approx(0.5 * expected, abs=1e-5)


def test_a_state_is_gone_on_from() -> None:
    kinds = games("ohhell")
    net = network(kinds[0])
    first = Collector(kinds, N, seed=9)
    first.collect(net, [], [[0] * 4], 200)
    first.collect_teacher(Player.of(kinds[0], "smart"), 100)
    state = first.state()
    again = Collector(kinds, N, seed=9)
    again.restore(state)
    first.restore(state)
    one, two = (c.collect(net, [], [[0] * 4], 200) for c in (first, again))
    assert np.array_equal(one.observation, two.observation)
    assert np.array_equal(one.advantage, two.advantage)
    assert again.state() == first.state()
    with pytest.raises(BadOption, match="another seed"):
        Collector(kinds, N, seed=8).restore(state)


def test_second_encodings_are_collected_by_name() -> None:
    game = kibitz.game("qwixx", engine="native", players=2)
    net = network(game, encoding="v2")
    batch = Collector([game], N, encoding="v2").collect(net, [], [[0, 0]], 100)
    assert batch.observation.shape[1] == game.encoding_size("v2")
    with pytest.raises(BadOption, match="another encoding"):
        Collector([game], N).collect(net, [], [[0, 0]], 100)


def test_greedy_networks_draw_nothing() -> None:
    game = games("ohhell")[0]
    net = network(game)
    batch = Collector([game], N, seed=1).collect(net, [], [[0] * 4], 200, temperature=0)
    logits = np.where(batch.mask, net.forward(batch.observation)["policy"], -np.inf)
    assert np.array_equal(batch.action, logits.argmax(axis=1))
    assert (batch.logp == 0).all()
    drawn = Collector([game], N, seed=1).collect(net, [], [[0] * 4], 2000, temperature=0.7)
    chances = net.policy(drawn.observation, drawn.mask, temperature=0.7)
    expected = np.log(chances[np.arange(len(drawn)), drawn.action])
    assert np.allclose(drawn.logp, expected, atol=1e-5)
    likely = chances.max(axis=1)
    taken = drawn.action == chances.argmax(axis=1)
    assert abs(taken.mean() - likely.mean()) < 0.05


def test_refusals() -> None:
    game = games("ohhell")[0]
    net = network(game)
    with pytest.raises(BadOption, match="no reward"):
        Collector([game], 2, reward="fame")
    with pytest.raises(BadOption, match="outcome"):
        Collector([game], 2, reward="outcome", horizon="deal")
    with pytest.raises(BadOption, match="one or more kinds"):
        Collector([game, kibitz.game("qwixx", engine="native")], 2)
    collector = Collector([game], 2)
    with pytest.raises(BadOption, match="seating"):
        collector.collect(net, [], [[0, 1, 0, 0]], 10)
    with pytest.raises(BadOption, match="seating"):
        collector.collect(net, [], [[0, 0]], 10)
    with pytest.raises(BadOption, match="without a decision"):
        collector.collect(net, [Player.of(game, "smart")], [[1, 1, 1, 1]], 10)
    with pytest.raises(BadOption, match="no native version"):
        Player.of(game, "ismcts_fast")
    with pytest.raises(BadOption, match="native rule players"):
        collector.collect_teacher(Player("net", net=net), 10)
