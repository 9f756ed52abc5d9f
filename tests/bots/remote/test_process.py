"""A bot in a process of its own plays as it does in ours, and lives no longer than we do."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.match import bot_seed, play
from kibitz.bots.remote import pipe
from kibitz.bots.remote.forfeit import BadAnswer, IllegalMove, WrongGame
from kibitz.bots.remote.process import FileBot, load_file
from kibitz.bots.remote.protocol import Clock, hidden
from kibitz.bots.template import write
from kibitz.core.errors import BadSpec
from kibitz.core.files import BadFile
from kibitz.core.rng import MASK, Stream, mix
from tests.bots.remote.strangers import (
    file,
    group_of,
    in_group,
    line_of,
    others,
    stranger,
    wait_until,
)
from tests.support.found import GAMES

CURIOUS = """
from kibitz.bots.bot import Bot

class Curious(Bot):
    def start(self, game, seat, seed):
        super().start(game, seat, seed)
        self.seen = []

    def observe(self, event):
        self.seen.append(event)

    def choose(self, view):
        assert tuple(self.seen) == view.history
        assert view.seat == self.seat and view.game == self.game
        if self.rng.below(10) == 0:
            view.worlds(self.rng, 1)
            view.encode()
        return view.legal()[self.rng.below(len(view.legal()))]

    def explain(self):
        return {"events": len(self.seen)}
"""


@pytest.mark.parametrize("name", GAMES)
def test_confined_and_trusted_play_the_same_games(name: str, tmp_path: Path) -> None:
    path = file(tmp_path, "curious.py", CURIOUS)
    game = kibitz.game(name)
    records = []
    for trusted in (True, False):
        with load_file(path, trusted) as bot:
            bots = [*others(game.players - 1), bot]
            records.append([play(game, bots, seed).record for seed in (3, 4)])
            assert bot.explain()["events"] > 0
    assert records[0] == records[1]


def test_one_process_plays_many_games(tmp_path: Path) -> None:
    game = kibitz.game("ohhell", players=2, schedule=[2])
    with load_file(file(tmp_path, "curious.py", CURIOUS)) as bot:
        groups = set()
        for seed in range(20):
            play(game, [bot, *others(1)], seed)
            groups.add(group_of(line_of(bot)))
        assert len(groups) == 1
        bot.close()
        assert in_group(groups.pop()) == []
        play(game, [bot, *others(1)], 20)  # and opens again when it is asked


def test_it_ends_when_nobody_holds_it(tmp_path: Path) -> None:
    bot = load_file(file(tmp_path, "curious.py", CURIOUS))
    group = group_of(line_of(bot))
    assert len(in_group(group)) == 2  # the keeper and the bot
    del bot
    gc.collect()
    assert in_group(group) == []


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(1000)"])
def test_it_ends_when_we_are_killed(body: str, tmp_path: Path) -> None:
    path = stranger(tmp_path, body)
    program = f"""
import sys, kibitz
from kibitz.bots.remote.process import load_file
bot = load_file({str(path)!r})
print(bot.line._process.pid, flush=True)
state = kibitz.game("ohhell").new(1)
bot.start(state.game, state.player, 1)
bot.choose(state.view(state.player))
"""
    source = str(Path(kibitz.__file__).parents[1])
    environment = dict(os.environ) | {"PYTHONPATH": source}
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        group = int(process.stdout.readline())
        assert len(in_group(group)) == 2
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert wait_until(lambda: not in_group(group), 1.0)


def test_it_ends_when_its_keeper_is_killed(tmp_path: Path) -> None:
    with load_file(file(tmp_path, "curious.py", CURIOUS)) as bot:
        group = group_of(line_of(bot))
        os.kill(group, signal.SIGKILL)
        assert wait_until(lambda: len(in_group(group)) <= 1, 1.0)  # our zombie until we look
        game = kibitz.game("ohhell", players=2, schedule=[2])
        played = play(game, [bot, *others(1)], 1, forfeits=True)
        assert played.forfeit is not None
        assert played.forfeit.reason == "out_of_memory"  # so the system ends what takes too much
        assert play(game, [bot, *others(1)], 2).forfeit is None


def test_what_it_prints_is_kept_for_its_author(tmp_path: Path) -> None:
    body = "print('thinking of', view.legal()[0]); return view.legal()[0]"
    with load_file(stranger(tmp_path, body)) as bot:
        assert isinstance(bot, FileBot)
        play(kibitz.game("ohhell", players=2, schedule=[1]), [bot, *others(1)], 1)
        assert wait_until(lambda: bot.explain() == {} and "thinking of" in bot.printed(), 5)


def test_it_has_nothing_of_our_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_TEST_SECRET", "42")
    body = "import os; assert not [k for k in os.environ if 'SECRET' in k]; return view.legal()[0]"
    with load_file(stranger(tmp_path, body)) as bot:
        game = kibitz.game("ohhell", players=2, schedule=[1])
        assert play(game, [bot, *others(1)], 1, forfeits=True).forfeit is None


def test_what_it_may_do(tmp_path: Path) -> None:
    """Threads, libraries that it imports late, numpy, and the null device."""
    body = """
    import fractions, sqlite3, threading
    import numpy
    found = []
    threads = [threading.Thread(target=found.append, args=(i,)) for i in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(found) == [0, 1, 2] and numpy.ones(3).sum() == 3
    open('/dev/null').close()
    if {opening}:
        print('gone', file=open('/dev/null', 'w'))
    return view.legal()[0]
    """
    quiet = stranger(tmp_path, "return view.legal()[0]")
    with load_file(quiet) as bot:
        opening = line_of(bot).layers.landlock > 0
    game = kibitz.game("ohhell", players=2, schedule=[1])
    with load_file(stranger(tmp_path, body.replace("{opening}", str(opening)))) as bot:
        assert play(game, [bot, *others(1)], 1, forfeits=True).forfeit is None


def test_a_fork_of_ours_does_not_end_it(tmp_path: Path) -> None:
    with load_file(stranger(tmp_path, "return view.legal()[0]")) as bot:
        line = line_of(bot)
        pipe._end(line._process, owner=os.getpid() + 1)
        assert len(in_group(group_of(line))) == 2


def test_from_its_seed_the_games_seed_cannot_be_computed() -> None:
    """Kibitz's own mixing can be undone, so that a stranger gets a hash of its seed instead."""
    game_seed = 0x1234_5678_9ABC_DEF0
    seed = bot_seed(game_seed, 2)
    assert 0 <= hidden(seed) <= MASK
    assert hidden(seed) != hidden(bot_seed(game_seed, 1))
    assert hidden(seed) not in (seed, game_seed, mix(game_seed, 2), Stream(seed).word())
    assert _unmix(_unmix(seed, 2), 0x626F7473) == game_seed  # without the hash it would be easy
    assert _unmix(_unmix(hidden(seed), 2), 0x626F7473) != game_seed


def _unmix(word: int, k: int) -> int:
    """The inverse of `mix`: each step of the finaliser is a bijection."""
    golden = 0x9E3779B97F4A7C15
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        x = word
        for _ in range(4):
            x = word ^ (x >> shift)
        word = x * pow(factor, -1, 1 << 64) & MASK
    return (word - k * golden) & MASK


def test_the_registry_takes_files(tmp_path: Path) -> None:
    path = write("ohhell", "MyBot", tmp_path)
    with kibitz.bots.bot("ohhell", str(path)) as bot:
        assert isinstance(bot, FileBot)
        assert (bot.name, bot.plays, bot.kind, bot.oracle) == (
            "MyBot",
            ("ohhell",),
            "stranger",
            False,
        )
    with kibitz.bots.bot("ohhell", path, trusted=True) as bot:
        assert play(kibitz.game("ohhell", players=2), [bot, *others(1)], 1).forfeit is None
    with pytest.raises(WrongGame, match="it plays ohhell, not qwixx"):
        kibitz.bots.bot("qwixx", path)
    with pytest.raises(BadSpec, match="has no key simulations"):
        kibitz.bots.bot("ohhell", path, simulations=3)
    with pytest.raises(BadFile, match="there is no file"):
        kibitz.bots.bot("ohhell", "nowhere.py")


def test_an_oracle_cannot_hide_in_a_process(tmp_path: Path) -> None:
    """A file may call itself an oracle; confined it is asked with a view all the same."""
    path = file(
        tmp_path,
        "peeping.py",
        """
        from kibitz.bots.bot import Bot

        class Peeping(Bot):
            oracle = True

            def choose_knowing(self, state):
                return state.legal()[0]
        """,
    )
    game = kibitz.game("ohhell", players=2, schedule=[1])
    with load_file(path) as bot:
        assert not bot.oracle
        played = play(game, [bot, *others(1)], 1, forfeits=True)
        assert played.forfeit is not None
        assert played.forfeit.reason == "crashed"
    assert load_file(path, trusted=True).oracle


def test_an_error_without_forfeits_is_raised(tmp_path: Path) -> None:
    with load_file(stranger(tmp_path, "return 10**6"), clock=Clock(5)) as bot:
        with pytest.raises(IllegalMove, match="it played id 1000000 where bid 0") as caught:
            play(kibitz.game("ohhell"), [bot, *others(3)], 1)
        assert caught.value.fault == "bot"
        json.dumps(caught.value.code)


@pytest.mark.parametrize(
    "answer", ['"ok": true', '"name": 7, "plays": []', '"name": "x", "plays": 3']
)
def test_a_forged_answer_to_load_is_a_bad_answer(tmp_path: Path, answer: str) -> None:
    """A file's code runs while it is loaded, and may write to any of its pipes."""
    source = f"""
    import os
    for fd in range(3, 64):
        try:
            os.write(fd, b'{{"id": 1, {answer}}}' + bytes([10]))
        except OSError:
            pass
    """
    with pytest.raises(BadAnswer):
        load_file(file(tmp_path, "forger.py", source))
