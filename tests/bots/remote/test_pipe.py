"""Programs in other languages: the C++ bot of docs/bot-protocol.md, and what programs get up to."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.remote.forfeit import Unreachable
from kibitz.bots.remote.process import over_pipe
from kibitz.bots.remote.protocol import Clock
from tests.bots.remote.strangers import group_of, in_group, line_of, others, wait_until, with_word
from tests.support.found import GAMES

PAGE = Path(__file__).parents[3] / "docs" / "bot-protocol.md"
GAME = kibitz.game("ohhell", players=2, schedule=[3])


@pytest.fixture(scope="module")
def highest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of the page, compiled."""
    (source,) = re.findall(
        r"^```cpp\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    folder = tmp_path_factory.mktemp("cpp")
    (folder / "highest.cpp").write_text(source)
    program = folder / "highest"
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    subprocess.run(["c++", *flags, "-o", program, folder / "highest.cpp"], check=True)
    return program


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_in_cpp(name: str, highest: Path) -> None:
    game = kibitz.game(name)
    with kibitz.bots.bot(name, f"cmd:{highest}") as bot:
        played = play(game, [bot, *others(game.players - 1)], 5)
    state = game.new(5)
    for action in played.record["actions"]:
        if state.player == 0:
            assert action == state.legal()[-1]
        state.apply(action)


def test_it_answers_the_example_of_the_page(highest: Path) -> None:
    """The questions that the page shows are questions that a program can be asked."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = "".join(block.replace("\n", "") + "\n" for block in blocks)
    compact = re.sub(r'(?<=[:,]) (?=[\["{\dtfn-])', "", lines)
    done = subprocess.run([highest], input=compact, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ['{"id": 1, "ok": true}', '{"id": 2, "action": 55}']


SHELL = r"""
while IFS= read -r line; do
    id=${{line#*\"id\":}}; id=${{id%%,*}}
    {body}
    case "$line" in
        *'"type":"choose"'*) legal=${{line#*\"legal_actions\":[}}; legal=${{legal%%]*}}
            echo "{{\"id\":$id,\"action\":${{legal%%,*}}}}" ;;
        *) echo "{{\"id\":$id,\"ok\":true}}" ;;
    esac
done
"""


def shell(body: str = "") -> list[str]:
    return ["bash", "-c", SHELL.format(body=body)]


def test_a_shell_script_can_play() -> None:
    with over_pipe(shell("echo thinking >&2; true 2> /dev/null")) as bot:
        assert play(GAME, [bot, *others(1)], 1).forfeit is None
        assert "thinking" in bot.printed()


def test_an_action_may_be_given_by_its_name() -> None:
    answer = r'echo "{\"id\":$id,\"action\":\"bid 1\"}"; continue'
    with over_pipe(shell(f"""case "$line" in *'"phase":"bid"'*) {answer} ;; esac""")) as bot:
        played = play(GAME, [bot, *others(1)], 1)
    bids = [a for a in played.record["actions"] if a >= 52]
    assert 53 in bids


def test_what_a_program_starts_ends_with_it() -> None:
    mark = "98765.4321"
    with over_pipe(shell(f"setsid sleep {mark} & sleep {mark} &")) as bot:
        assert play(GAME, [bot, *others(1)], 1).forfeit is None
        group = group_of(line_of(bot))
        assert wait_until(lambda: len(with_word(mark)) >= 2, 5)
    assert in_group(group) == []
    assert wait_until(lambda: not with_word(mark), 1.0)


HOSTILE = {
    "exit 3": ("quit", "exited with code 3"),
    "kill -SEGV $$; ulimit -c 0; exec bash -c 'exit 139'": ("died", "SIGSEGV"),
    "echo nonsense": ("bad_answer", "not JSON"),
    "echo 7": ("bad_answer", "not to question"),
    'echo "{\\"id\\":$id,\\"fault\\":\\"crashed\\",\\"message\\":\\"so sorry\\"}"': (
        "crashed",
        "so sorry",
    ),
    'echo "{\\"id\\":$id,\\"fault\\":\\"bored\\"}"': ("bad_answer", "an unknown reason"),
    "yes": ("bad_answer", "not JSON"),
    "yes >&2": ("too_much_output", "printed more than"),
    "head -c 100000 /dev/zero": ("too_much_output", "longer than"),
    "exec sleep 100": ("silent", "gave no answer"),
}


@pytest.mark.parametrize("body", HOSTILE)
def test_hostile_programs(body: str) -> None:
    reason, sentence = HOSTILE[body]
    # The first question is answered, the second meets the trouble.
    body = f'case "$line" in *choose*) {body} ;; esac'
    with over_pipe(shell(body), clock=Clock(move_seconds_max=0.5)) as bot:
        group = group_of(line_of(bot))
        played = play(GAME, [bot, *others(1)], 1, forfeits=True)
        assert played.forfeit is not None
        assert played.forfeit.reason == reason, played.forfeit
        assert sentence in played.forfeit.message
        assert in_group(group) == []


def test_a_program_that_writes_or_calls_fails(tmp_path: Path) -> None:
    body = (
        f"echo loot > {tmp_path}/loot; (echo hi > /dev/tcp/127.0.0.1/9) && echo open > /dev/stderr"
    )
    with over_pipe(shell(body)) as bot:
        held = {hold.what for hold in bot.holds() if hold.held}
        assert play(GAME, [bot, *others(1)], 1).forfeit is None
        if "no file is written" in held:
            assert list(tmp_path.iterdir()) == []
        if "no network" in held:
            assert "open" not in bot.printed().split()


def test_a_program_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreachable, match="there is no program 'nowhere'"):
        over_pipe("nowhere --fast")
    (tmp_path / "source.cpp").write_text("int main() {}")
    with pytest.raises(Unreachable, match=r"source.cpp is not executable"):
        over_pipe([str(tmp_path / "source.cpp")])
    (tmp_path / "my_program").write_text("#!/bin/sh\n")
    (tmp_path / "my_program").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreachable, match=r"write \./my_program"):
        over_pipe("my_program --fast")
    with pytest.raises(Unreachable, match="there is no program ''"):
        kibitz.bots.bot("ohhell", "cmd:")
