"""Files written to Dubito's blueprint run unchanged, and break its constraints by name."""

from __future__ import annotations

import importlib.util
import random
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.match import Played, play
from kibitz.bots.registry import bot_files
from kibitz.bots.remote.bot_file import load_source
from kibitz.bots.remote.forfeit import (
    BadAnswer,
    BadBotFile,
    BotFault,
    CardsNotHeld,
    ForbiddenImport,
    FrameworkCall,
    IllegalMove,
    NotBool,
    WrongClassName,
)
from kibitz.bots.remote.process import load_file
from kibitz.games.dubito.rules import DOUBT, LAY, LAYS
from kibitz.players.dubito.blueprint import BlueprintBot, plain_name
from kibitz.players.dubito.blueprint.adapter import lay_of, turn_data
from kibitz.players.dubito.blueprint.base import BotBase
from kibitz.players.dubito.blueprint.game_data import (
    dishonest_times,
    doubts_count,
    honest_times,
    turns_count,
)
from kibitz.players.dubito.blueprint.hand import Hand
from tests.bots.remote.strangers import others

EXAMPLE = Path(__file__).parent / "data" / "example.py"
ANSWERS = """
    def bluff_first_hand(self, p): return False
    def maximize_first_hand(self, p): return True
    def should_doubt(self, p): return False
    def bluff_regular(self, p): return False
    def maximize_regular(self, p): return True
"""
IMPORTS = "from bots.base import BotBase\nfrom dubito.game_data import TurnData, TurnOutput\n"
HEAD = IMPORTS + "class MyBot(BotBase):" + ANSWERS


def load(more: str = "", head: str = HEAD, name: str = "my_bot.py") -> BlueprintBot:
    """A bot whose answers are honest and large, with more methods."""
    bot = load_source(head + textwrap.indent(textwrap.dedent(more), "    "), name)
    assert isinstance(bot, BlueprintBot)
    return bot


def play_one(bot: Any, seed: int = 1, **options: Any) -> Played:
    game = kibitz.game("dubito", **options)
    return play(game, [bot, *others(game.players - 1)], seed)


def play_some(bot: Any, games: int) -> None:
    for seed in range(games):
        play_one(bot, seed)


# The worked example ------------------------------------------------------------------------------


def play_example(first: int, count: int) -> None:
    """Against the simple player, at every size of table and both ways to go out."""
    bots = {players: load_file(EXAMPLE) for players in range(3, 9)}
    for seed in range(first, first + count):
        players, exit_ = 3 + seed % 6, ("challenge", "immediate")[seed // 6 % 2]
        game = kibitz.game("dubito", players=players, exit=exit_)
        seats = others(players)
        seats[seed % players] = bots[players]
        played = play(game, seats, seed, forfeits=True)
        line = f"seed={seed}, players={players}, exit={exit_!r}"
        assert played.forfeit is None, f"{line}: {played.forfeit}"
        assert game.replay(played.record).done, line
    for bot in bots.values():
        bot.close()


def test_the_worked_example_plays() -> None:
    play_example(0, 60)


@pytest.mark.soak
def test_the_worked_example_plays_a_thousand_games() -> None:
    play_example(0, 1000)


def test_a_table_of_examples_replays() -> None:
    game = kibitz.game("dubito", players=4, max_turns=200)
    records = []
    for _ in range(2):
        bots = [load_file(EXAMPLE, trusted=True) for _ in range(4)]
        records.append(play(game, bots, 5).record)
    assert records[0] == records[1]


# The import names --------------------------------------------------------------------------------


def test_the_names_exist_for_the_file_alone() -> None:
    bot = load(
        """
        def observe(self, event):
            import dubito.game_data
            from dubito.game_data import CardsPlayedEvent
            assert dubito.game_data.CardsPlayedEvent is CardsPlayedEvent
            import sys
            assert not {"bots", "dubito", "bots.base", "dubito.game_data"} & set(sys.modules)
        """
    )
    play_one(bot)
    assert not {"bots", "dubito", "bots.base", "dubito.game_data"} & set(sys.modules)
    assert importlib.util.find_spec("bots") is None
    assert importlib.util.find_spec("dubito") is None


def test_another_package_of_that_name_is_not_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").write_text("mine = True")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "bots", raising=False)
    load()
    import bots  # type: ignore[import-not-found]

    assert bots.mine
    load()
    assert sys.modules["bots"] is bots
    monkeypatch.delitem(sys.modules, "bots")


@pytest.mark.parametrize(
    "line",
    [
        "import dubito.core_game",
        "import dubito.handlers as h",
        "from dubito.hand import Hand",
        "from dubito import hand",
        "from dubito.core_game import Game",
        "def f():\n    from dubito.handlers import x",
    ],
)
def test_forbidden_imports_are_refused_wherever_they_stand(line: str) -> None:
    with pytest.raises(ForbiddenImport, match=r"my_bot.py, line \d+, imports dubito\."):
        load_source(f"{HEAD}\n{line}\n", "my_bot.py")


def test_a_forbidden_import_that_no_reader_sees_is_refused_when_it_is_made() -> None:
    bot = load(
        'def should_doubt(self, p): return __import__("dubito.core_game", None, None, ["x"])'
    )
    with pytest.raises(ForbiddenImport):
        play_one(bot)


def test_a_module_that_the_blueprint_has_not_is_missing() -> None:
    with pytest.raises(BadBotFile, match=r"the blueprint has no module 'bots\.manual'"):
        load_source("import bots.manual\n" + HEAD, "my_bot.py")


# Names and registration --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["my_bot.py", "my.py", "MyBot.py", "mybot.py"])
def test_the_class_is_named_after_its_file(name: str) -> None:
    assert load(name=name).class_name == "MyBot"
    assert BotBase.registry["MyBot"].__name__ == "MyBot"


@pytest.mark.parametrize("name", ["gemini.py", "your_bot.py", "bot.py", "my_bot_2.py"])
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(WrongClassName, match=f"{name} defines MyBot, not"):
        load(name=name)


def test_names_that_belong_together() -> None:
    assert plain_name("GeminiBot") == plain_name("gemini") == plain_name("gemini_bot") == "gemini"
    assert plain_name("Bot") == "bot"


def test_a_file_without_a_bot_is_refused() -> None:
    with pytest.raises(BadBotFile, match="no subclass of BotBase"):
        load_source("from bots.base import BotBase", "my_bot.py")


def test_another_class_beside_the_bot_is_no_fault() -> None:
    source = IMPORTS + "class Common(BotBase):" + ANSWERS + "class MyBot(Common): pass\n"
    assert load(head=source).class_name == "MyBot"


# The questions -----------------------------------------------------------------------------------

ASKED = """
    def bluff_first_hand(self, p): self.ask("A", p); return {A}
    def maximize_first_hand(self, p): self.ask("B", p); return {B}
    def should_doubt(self, p): self.ask("C", p); return {C}
    def bluff_regular(self, p): self.ask("D", p); return {D}
    def maximize_regular(self, p): self.ask("E", p); return {E}
    log = []
    def ask(self, letter, p): self.log[-1][1].append(letter)
    def play(self, p):
        self.log.append((p, [], list(self.cards.hand), []))
        output = super().play(p)
        self.log[-1][3].append(output)
        return output
"""


def asked(**answers: bool) -> list[Any]:
    """What was asked in some games: turn data, letters, hand, output."""
    chosen = {letter: answers.get(letter, False) for letter in "ABCDE"}
    bot = load(head=IMPORTS + "class MyBot(BotBase):" + ASKED.format(**chosen))
    log: list[Any] = bot.player_type.log  # type: ignore[attr-defined]
    for seed in range(6):
        play_one(bot, seed)
    return log


def test_the_questions_come_in_the_order_of_the_blueprint() -> None:
    for p, letters, hand, _ in asked():
        if p.board_cards == 0:
            assert letters == ["A", "B"]
        else:
            assert letters == (["C", "D", "E"] if p.current_number in hand else ["C", "E"])
    for p, letters, _, (output,) in asked(C=True):
        if p.board_cards:
            assert letters == ["C"]
            assert output.doubt is True


@pytest.mark.parametrize("maximize", [True, False])
def test_honest_plays(maximize: bool) -> None:
    sizes = set()
    for p, _, hand, (output,) in asked(B=maximize, E=maximize):
        if p.board_cards == 0:
            numbers = [card for card in hand if card] or hand
            most = max(sorted(set(numbers)), key=numbers.count)  # of equal ones the lowest
            assert set(output.cards) == {most}
            assert output.number == most or most == 0
        elif p.current_number in hand:
            assert set(output.cards) == {p.current_number} == {output.number}
        else:
            continue
        held = min(3, hand.count(output.cards[0]))
        assert 1 <= len(output.cards) <= held
        if maximize:
            assert len(output.cards) == held
        sizes.add((held, len(output.cards)))
    assert len(sizes) > (2 if maximize else 3)


@pytest.mark.parametrize("maximize", [True, False])
def test_bluffs(maximize: bool) -> None:
    numbers, sizes = set(), set()
    for p, _, hand, (output,) in asked(A=True, D=True, B=maximize, E=maximize):
        if p.board_cards == 0:
            assert output.number in p.playing_cards
            numbers.add(output.number)
        else:
            assert output.number == p.current_number
        assert not [card for card in output.cards if output.cards.count(card) > hand.count(card)]
        if maximize:
            assert len(output.cards) == min(3, len(hand))
        sizes.add(len(output.cards))
    assert len(numbers) > 2
    assert sizes >= {1, 2, 3} or maximize


@pytest.mark.parametrize("answer", ["1", "None", "'yes'", "__import__('numpy').bool_(True)"])
@pytest.mark.parametrize(
    "question",
    [
        "bluff_first_hand",
        "maximize_first_hand",
        "should_doubt",
        "bluff_regular",
        "maximize_regular",
    ],
)
def test_an_answer_that_is_no_bool_is_refused(question: str, answer: str) -> None:
    bot = load(f"def {question}(self, p): return {answer}")
    with pytest.raises(NotBool, match=f"{question} returned .*must be True or False"):
        play_some(bot, 20)


@pytest.mark.parametrize("call", ["bluff(p)", "play_truthfully(p)", "doubt(p)"])
def test_the_framework_is_not_called_inside_a_question(call: str) -> None:
    bot = load(f"def should_doubt(self, p): return self.{call}.doubt")
    with pytest.raises(FrameworkCall, match="called inside a question"):
        play_one(bot)


# Overridden methods ------------------------------------------------------------------------------


def test_state_between_turns_and_reset() -> None:
    bot = load(
        """
        resets = []

        def __init__(self, id):
            super().__init__(id)
            self.turns = 0

        def reset(self):
            super().reset()
            self.resets.append((self.id, self.turns))

        def play(self, p):
            self.turns += 1
            assert p.me.id == self.id == p.my_player_id
            return super().play(p)
        """
    )
    play_one(bot, 1)
    play_one(bot, 2)
    assert bot.player_type.resets == [(0, 0), (0, 0)]  # type: ignore[attr-defined]


def test_parts_of_a_turn_may_be_overridden() -> None:
    bot = load(
        """
        def play_first_turn(self, p):
            return TurnOutput(doubt=False, number=13, cards=[self.cards.hand[0]])

        def play_regular_turn(self, p):
            return TurnOutput(True)
        """
    )
    record = play_one(bot, 3).record
    state = kibitz.game("dubito").new(3)
    for action in record["actions"]:
        if state.player == 0:
            lay = LAYS[action - LAY] if action >= LAY else ()
            assert action in (12, DOUBT) or len(lay) == 1
        state.apply(action)


WRONG_OUTPUTS = {
    "TurnOutput(True)": (IllegalMove, "doubted while the board was empty"),
    "TurnOutput(False, 14, [p.my_cards[0]])": (IllegalMove, "declared 14"),
    "TurnOutput(False, 7, [])": (IllegalMove, "one to three cards"),
    "TurnOutput(False, 7, p.my_cards[:4])": (IllegalMove, "one to three cards"),
    "TurnOutput(False, 7, ['7'])": (IllegalMove, "one to three cards"),
    "TurnOutput(False, 7, [0, 0, 0])": (CardsNotHeld, "which it does not hold"),
    "TurnOutput('no', 7, [1])": (BadAnswer, "doubt is 'no'"),
    "(False, 7, [1])": (BadAnswer, "not a TurnOutput"),
}


@pytest.mark.parametrize("output", WRONG_OUTPUTS)
def test_moves_that_cannot_be_made(output: str) -> None:
    kind, sentence = WRONG_OUTPUTS[output]
    bot = load(f"def play(self, p): return {output}")
    with pytest.raises(kind, match=sentence) as caught:
        play_one(bot, 1)
    assert isinstance(caught.value, BotFault)


def test_the_number_of_a_round_stands() -> None:
    bot = load(
        "def play_regular_turn(self, p):\n"
        "    return TurnOutput(False, p.current_number % 13 + 1, [self.cards.hand[0]])"
    )
    with pytest.raises(IllegalMove, match="this round's number is"):
        play_some(bot, 9)


def test_the_hand_is_a_copy() -> None:
    bot = load(
        "def should_doubt(self, p): self.cards.hand.clear(); self.cards.hand += [0]; return 0 > 1"
    )
    with pytest.raises(BotFault):
        play_some(bot, 9)
    assert lay_of((1, 1, 7), [7, 1]) == lay_of((1, 1, 7), (1, 7))
    with pytest.raises(CardsNotHeld):
        lay_of((1, 7, 7), [1, 1])


def test_a_departed_winner_is_not_doubted() -> None:
    """Rule 7, immediate: the question is not asked, and a play that doubts is asked for a lay."""
    position = {
        "hands": [[3, 4, 5], [5, 6], [7, 8], []],
        "board": [{"seat": 3, "cards": [9]}],
        "number": 9,
        "player": 0,
        "out": [3],
        "turns": 5,
    }
    game = kibitz.game("dubito", players=4, exit="immediate")
    for more in (
        "def should_doubt(self, p): return True",
        "def play(self, p): return TurnOutput(True)",
    ):
        state = game.new(1, position=position)
        assert DOUBT not in state.legal()
        bot = load(more)
        bot.start(game, 0, 7)
        assert bot.choose(state.view(0)) in state.legal()


# What a bot is shown -----------------------------------------------------------------------------


def test_turn_data_of_both_generations() -> None:
    """Each turn of some games: both generations say the same, and the history counts right."""
    turns = 0
    for players in (3, 5, 8):
        game = kibitz.game("dubito", players=players)
        state = game.new(players)
        simple = others(players)
        for seat, bot in enumerate(simple):
            bot.start(game, seat, seat)
        while not state.done:
            view: Any = state.view(state.player)
            if view.phase != "lay":
                p = turn_data(view)
                turns += 1
                assert (p.me.id, p.prev.id, p.next.id) == (
                    p.my_player_id,
                    p.prev_player_id,
                    p.next_player_id,
                )
                assert p.my_n_cards == len(p.my_cards) == p.me.n_cards
                assert p.n_players == players - len(view.out)
                assert p.player_card_counts == dict(enumerate(view.hand_sizes))
                assert (p.board_cards == 0) == (p.current_number == 0) == (p.streak == 0)
                if p.board_cards:
                    assert p.prev.id == view.board[-1].seat
                    assert p.n_cards_played == view.board[-1].size
                for player in (p.me, p.prev, p.next):
                    assert player.honest_times == honest_times(player.id, p.history)
                    assert player.dishonest_times == dishonest_times(player.id, p.history)
                    assert player.doubts == doubts_count(player.id, p.history)
                    assert player.turns == turns_count(player.id, p.history)
                    assert 0 <= player.not_first_turns <= player.turns
            state.apply(simple[state.player].choose(view))
    assert turns > 100


def test_events_come_in_order_and_once() -> None:
    bot = load(
        """
        seen = []
        def reset(self):
            super().reset()
            self.seen.append([])
        def observe(self, event):
            self.seen[-1].append(event)
        def play(self, p):
            assert self.seen[-1] == p.history[1:], "the start of the game is no event"
            return super().play(p)
        """
    )
    for seed in range(4):
        play_one(bot, seed, players=5)
    seen = bot.player_type.seen  # type: ignore[attr-defined]
    assert len(seen) == 4
    names = {type(event).__name__ for events in seen for event in events}
    assert names >= {"CardsPlayedEvent", "DoubtResolvedEvent", "PlayerWonEvent"}


def test_events_can_be_matched() -> None:
    source = (
        "from dubito.game_data import (TurnData, CardsPlayedEvent, DoubtResolvedEvent,\n"
        "    DiscardEvent, PlayerWonEvent)\n" + HEAD + "    log = []\n"
    )
    bot = load(
        """
        def observe(self, event):
            match event:
                case DoubtResolvedEvent(correct=True) as e:
                    assert e.loser_id == e.target_id and len(e.board_cards) >= len(e.latest_cards)
                    self.log.append("bluff")
                case DoubtResolvedEvent(correct=False) as e:
                    assert e.loser_id == e.doubter_id
                    self.log.append("honest")
                case DiscardEvent() as e:
                    self.log.append("discard")
                case CardsPlayedEvent(player, number, n):
                    assert 1 <= number <= 13 and 1 <= n <= 3
                case PlayerWonEvent():
                    self.log.append("won")
        """,
        head=source,
    )
    for seed in range(12):
        play_one(bot, seed)
    log = bot.player_type.log  # type: ignore[attr-defined]
    assert {"bluff", "honest", "won"} <= set(log)


def test_a_file_that_draws_from_random_replays() -> None:
    more = "def should_doubt(self, p): import random; return random.random() < 0.3"
    records = [play_one(load(more), 4).record for _ in range(2)]
    assert records[0] == records[1]
    bot = load(more)
    assert [play_one(bot, seed).record for seed in (3, 4)][1] == records[0]


# What public files of both generations rely on -------------------------------------------------


def test_a_follow_up_may_leave_out_its_number() -> None:
    more = """
    def play_regular_turn(self, p):
        return TurnOutput(False, None, self.cards.pick_idx([0]))
    """
    play_some(load(more), 5)


def test_pick_idx_takes_the_cards_out() -> None:
    hand = Hand([1, 5, 5, 9], random.Random(0))
    assert hand.pick_idx([-1, 1]) == [9, 5]
    assert hand.hand == [1, 5]
    assert not hand.all_equal()
    bot = BotBase(0)
    bot.cards = Hand([7, 7], random.Random(0))
    assert bot.all_equal()
    assert bot.uncertainty_value == 0.05


def test_a_file_with_several_bots(tmp_path: Path) -> None:
    path = tmp_path / "players.py"
    path.write_text(f"{IMPORTS}class OneBot(BotBase):{ANSWERS}\nclass TwoBot(OneBot): pass\n")
    with pytest.raises(WrongClassName, match=r"players\.py:OneBot"):
        load_file(path)
    with kibitz.bots.bot("dubito", f"{path}:TwoBot", trusted=True) as bot:
        assert bot.name == "TwoBot"  # type: ignore[attr-defined]
    with pytest.raises(WrongClassName, match="no class ThreeBot"):
        kibitz.bots.bot("dubito", f"{path}:ThreeBot")


OBSERVES = """
    def reset(self):
        super().reset()
        self.seen = []

    def observe(self, event):
        self.seen.append((event, sorted(self.cards.hand)))
"""


def test_events_come_as_they_happen_with_the_hand_up_to_date() -> None:
    """After every action the bot has seen everything, and held what its seat held."""
    bot = load(OBSERVES)
    game, state = kibitz.game("dubito", players=3), kibitz.game("dubito", players=3).new(seed=5)
    bot.start(game, 0, 1)
    reply = 0
    while not state.done:
        view = state.view(0)
        for event in view.history[reply:]:
            bot.observe(event)
        reply = len(view.history)
        player: Any = bot.player
        assert [event for event, _ in player.seen] == view.events()[1:]
        if player.seen:
            assert player.seen[-1][1] == sorted(view.hand)
        legal = state.legal()
        state.apply(legal[reply * 7 % len(legal)])


def test_the_last_events_arrive() -> None:
    bot = load(OBSERVES)
    played = play_one(bot, seed=2, players=3)
    player: Any = bot.player
    assert (
        len(player.seen)
        == len(kibitz.game("dubito", players=3).replay(played.record).view(0).events()) - 1
    )


def test_folders_of_bots(tmp_path: Path) -> None:
    for folder in ("manual", "llms"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{folder}_bot.py").write_text(HEAD.replace("MyBot", f"{folder}Bot"))
    (tmp_path / "manual" / "helpers.py").write_text("X = 1\n")
    files = bot_files("dubito", folders=[tmp_path])
    assert set(files) == {"manual_bot", "llms_bot"}
    assert bot_files("qwixx", folders=[tmp_path]) == {}
    with kibitz.bots.bot("dubito", "llms_bot", folders=[tmp_path], trusted=True) as bot:
        play_one(bot)
