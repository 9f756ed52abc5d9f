"""Corpora of games: what a row holds, resuming, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.arena import game_corpus
from kibitz.arena.game_corpus import BLOCK, CorpusSettings, open_corpus, write
from kibitz.arena.match import bot_seed
from kibitz.cli.app import build
from kibitz.core import engine
from kibitz.core.errors import BadOption, DamagedPool, NotAPool, OtherPool, UnfinishedPool

WHO: dict[str, Any] = {"bidders": ["rule", "improved"], "players": ["rule", "simple"]}
needs_native = pytest.mark.skipif(engine.native() is None, reason="native players")


@needs_native
def test_rows_are_the_games_of_their_players(tmp_path: Path) -> None:
    """Every action is what the named bot chooses there, bids and cards apart."""
    file = tmp_path / "games.corpus"
    write(file, "belote", 12, 5, **WHO)
    corpus = open_corpus(file, verify=True)
    assert len(corpus) == 12
    game, met = kibitz.game("belote"), set()
    for i in range(12):
        row, seed = corpus.rows[i], corpus.seed(i)
        state = game.new(seed)
        seats = {}
        for kind, names in (("bid", WHO["bidders"]), ("play", WHO["players"])):
            chosen = row["bidders" if kind == "bid" else "players"]
            assert chosen[0] == chosen[2]
            for seat in range(4):
                seats[kind, seat] = kibitz.bots.bot("belote", names[chosen[seat]])
                seats[kind, seat].start(game, seat, bot_seed(seed, seat))
            met.add((kind, tuple(chosen)))
        for action in corpus.actions(i):
            bot = seats[state.phase, state.player]
            assert bot.choose(state.view(state.player)) == action
            state.apply(action)
        assert state.done
    assert len(met) > 4


@needs_native
def test_an_interrupted_file_is_finished_and_has_the_same_bytes(tmp_path: Path) -> None:
    whole, torn = tmp_path / "a", tmp_path / "b"
    games = 2 * BLOCK + 3
    write(whole, "belote", games, 1, bidders=["rule"], players=["rule"])
    text = whole.read_bytes()
    settings = CorpusSettings.of("belote", games, 1, ["rule"], ["rule"])
    begin, _ = settings.place_of(1)
    table = bytearray(text[:begin])
    table[settings.head_size() + 8 : settings.head_size() + 24] = bytes(
        16
    )  # two blocks are missing
    torn.write_bytes(bytes(table))
    with pytest.raises(UnfinishedPool, match="beliefs games belote"):
        open_corpus(torn)
    assert len(open_corpus(torn, unfinished=True)) == BLOCK
    written = write(torn, "belote", games, 1, bidders=["rule"], players=["rule"])
    assert (written.kept, written.made) == (BLOCK, games - BLOCK)
    assert torn.read_bytes() == text
    with pytest.raises(OtherPool):
        write(torn, "belote", games, 2, bidders=["rule"], players=["rule"])
    torn.write_bytes(text[:40] + b"x" + text[41:])
    with pytest.raises(DamagedPool):
        open_corpus(torn)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="bids and cards"):
        CorpusSettings.of("qwixx", 1, 0, ["random"], ["random"])
    with pytest.raises(BadOption, match="at least one"):
        CorpusSettings.of("belote", 1, 0, [], ["rule"])
    with pytest.raises(BadOption, match="all hands"):
        CorpusSettings.of("belote", 1, 0, ["rule"], ["oracle_dd"])
    (tmp_path / "x").write_bytes(b"something else, and long enough for a header" * 20)
    with pytest.raises(NotAPool):
        open_corpus(tmp_path / "x")
    with pytest.raises(NotAPool, match="is not a corpus of games; it was left unchanged"):
        write(tmp_path / "x", "belote", 1, 0, bidders=["rule"], players=["rule"])


@needs_native
def test_the_command_writes_and_then_has_nothing_to_do(tmp_path: Path) -> None:
    words = ["beliefs", "games", "belote", "-n", "3", "--bidder", "moelleux", "-o"]
    file = str(tmp_path / "games.corpus")
    done = CliRunner().invoke(build(), [*words, file])
    assert done.exit_code == 0, done.output
    assert "3 games of belote, seed 0, bids by moelleux; cards by rule" in done.output
    again = CliRunner().invoke(build(), [*words, file])
    assert "already complete" in again.output
    assert game_corpus.open_corpus(file).settings.bidders == ("moelleux",)
