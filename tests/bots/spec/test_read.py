"""Specs are read with care: what is wrong is named, with file and line."""

from pathlib import Path

import pytest

from kibitz import bots
from kibitz.bots.models import load_network
from kibitz.core.errors import BadSpec, KibitzError, MissingModel
from kibitz.core.files import BadFile


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


# Each with the game, the text, the line and words of the sentence.
WRONG = [
    ("ohhell", "[play\n", 1, "Expected ']'"),
    ("ohhell", 'about = "x"\n', 1, "needs a table [play]"),
    ("ohhell", 'about = "x"\nplay = 3\n', 2, "[play] must be a table, not 3"),
    ("ohhell", 'about = 3\n[play]\nmethod = "smart"\n', 1, "about must be one line"),
    ("ohhell", '[play]\nmethod = "smart"\n[plai]\nx = 1\n', 3, "not 'plai'"),
    ("ohhell", '[play]\n\nmethod = "smrt"\n', 3, "ohhell has no method 'smrt'; it has "),
    ("ohhell", "[play]\nmethod = 7\n", 2, "method must be a name, not 7"),
    ("ohhell", '[play]\nmethod = "smart"\ndepth = 3\n', 3, "smart has no key 'depth'"),
    ("ohhell", '[play]\nmethod = "smart"\nplayer = "sharp"\n', 3, "needs one of method"),
    ("ohhell", "[play]\nsimulations = 3\n", 1, "needs one of method, player, blend"),
    ("ohhell", '[play]\nmethod = "ismcts"\nsimulation = 9\n', 3, "ismcts has no key 'simulation'"),
    ("ohhell", '[play]\nmethod = "ismcts"\nsimulations = 0\n', 3, "simulations must be 1 or more"),
    ("ohhell", '[play]\nmethod = "ismcts"\nsimulations = 2.5\n', 3, "a whole number, not 2.5"),
    ("ohhell", '[play]\nmethod = "ismcts"\nsimulations = true\n', 3, "a whole number, not True"),
    ("ohhell", '[play]\nmethod = "ismcts"\ntime_ms = -1\n', 3, "seconds must be above 0"),
    ("ohhell", '[play]\nmethod = "ismcts"\ntime_ms = nan\n', 3, "time_ms must be a number"),
    ("ohhell", '[play]\nmethod = "ismcts"\nreward = "fame"\n', 3, "must be one of 'outcome'"),
    ("ohhell", '[play]\nmethod = "ismcts"\nthreads = 1000\n', 3, "threads must be from 1 to 256"),
    ("ohhell", '[play]\nmethod = "ismcts"\npolicy = "nobody"\n', 3, "no rule player 'nobody'"),
    ("ohhell", '[play]\nmethod = "ismcts"\nreward = "outcome"\n', 3, 'horizon="deal" needs'),
    ("ohhell", '[play]\nmethod = "rollout"\nexploration = 1\n', 3, "rollout has no key"),
    ("ohhell", '[play]\nmethod = "smart"\nversion = 9\n', 3, "version 1 here, not 9"),
    ("ohhell", '[play]\nmethod = "smart"\nswitch_at = 3\n', 3, "needs a table [play.then]"),
    (
        "ohhell",
        '[play]\nmethod = "smart"\nswitch_at = -3\n[play.then]\nmethod = "random"\n',
        3,
        "switch_at must be a number of tricks",
    ),
    (
        "ohhell",
        '[play]\nmethod = "smart"\n[play.then]\nmethod = "randm"\n',
        4,
        "no method 'randm'",
    ),
    (
        "qwixx",
        '[play]\nmethod = "simple"\n[play.then]\nmethod = "random"\n',
        3,
        "qwixx has no tricks",
    ),
    ("qwixx", '[play]\nmethod = "simple"\n[bid]\nstrategy = "simple"\n', 3, "qwixx has no bidding"),
    ("ohhell", '[bid]\nx = "smart"\n[play]\nmethod = "smart"\n', 1, "one of strategy, method"),
    ("ohhell", '[bid]\nstrategy = "x"\n[play]\nmethod = "smart"\n', 2, "no strategy 'x'"),
    ("ohhell", '[play]\nblend = "smart"\n', 2, "a blend needs 2 to 16 tables"),
    ("ohhell", '[[play.blend]]\nmethod = "smart"\n', 1, "a blend needs 2 to 16 tables"),
    (
        "ohhell",
        '[[play.blend]]\nmethod = "smart"\n[[play.blend]]\nmethod = "random"\nweight = 0\n',
        5,
        "weight must be a number above 0, not 0",
    ),
    (
        "ohhell",
        '[[play.blend]]\nmethod = "smart"\n[[play.blend]]\nmethod = "random"\nwait = 2\n',
        5,
        "random has no key 'wait'",
    ),
    ("ohhell", '[play]\nplayer = "nobody"\n', 2, "ohhell has no player 'nobody'"),
    ("ohhell", '[play]\nplayer = "smart"\nx = 1\n', 3, "cannot have other keys"),
    (
        "ohhell",
        '[play]\nmethod = "smart"\n[belief]\nuse_hard_constraints = true\n',
        3,
        "needs a player that searches",
    ),
    ("ohhell", '[play]\nmethod = "ismcts"\n[belief]\nmodle = "x"\n', 4, "not 'modle'"),
    ("ohhell", '[play]\nmethod = "ismcts"\n[belief]\nmethod = "x"\n', 4, "beliefs uniform, bids"),
    ("ohhell", '[play]\nmethod = "oracle"\n[belief]\nmethod = "bids"\n', 3, "player that searches"),
    (
        "ohhell",
        '[play]\nmethod = "ismcts"\n[belief]\nmethod = "bids"\nmodel = "x"\n',
        5,
        'model needs method = "net"',
    ),
    ("belote", '[play]\nmethod = "pimc"\n', 1, "add a table [bid] to say who bids"),
    ("belote", '[bid]\nmethod = "pimc"\n[play]\nmethod = "rule"\n', 1, "and cannot bid"),
    ("ohhell", '[play]\nmethod = "pimc"\n', 2, "no method 'pimc'"),
    (
        "belote",
        '[bid]\nstrategy = "maxi"\n[play]\nmethod = "is_dd"\ndeterminizations = 0\n',
        5,
        "worlds must be from 1",
    ),
    (
        "belote",
        '[bid]\nstrategy = "maxi"\n[play]\nmethod = "is_dd"\ndeterminizations = 9\nworlds = 9\n',
        6,
        "which is also given",
    ),
    (
        "ohhell",
        '[play]\nmethod = "ismcts"\n[belief]\nuse_hard_constraints = false\n',
        4,
        "worlds always fit",
    ),
]


@pytest.mark.parametrize(("game", "text", "line", "words"), WRONG)
def test_wrong(tmp_path: Path, game: str, text: str, line: int, words: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(BadSpec) as caught:
        bots.spec(game, file)
    assert str(caught.value).startswith(f"{file}:{line}: "), str(caught.value)
    assert words in str(caught.value)
    assert type(caught.value) is BadSpec


MISSING = [
    ('[play]\nmethod = "dmc"\nmodel = "models/dmc_35.bin"\n', 3, "no model 'models/dmc_35.bin'"),
    (
        '[bid]\nstrategy = "nn"\nmodel = "n.bin"\n[play]\nmethod = "simple"\n',
        3,
        "n.b",
    ),
    ('[play]\nmethod = "dmc_then_dd"\nmodel = "d.bin"\nswitch_at = 5\n', 3, "no model 'd.bin'"),
    ('[play]\nmethod = "smart_ismcts"\n[belief]\nmodel = "b.bin"\n', 4, "no model 'b.bin'"),
]


@pytest.mark.parametrize(("text", "line", "words"), MISSING)
def test_missing_models(tmp_path: Path, text: str, line: int, words: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(MissingModel) as caught:
        bots.spec("belote", file)
    assert str(caught.value).startswith(f"{file}:{line}: "), str(caught.value)
    assert words in str(caught.value)


def test_a_model_that_is_no_network(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"123")
    file = write(tmp_path, '[play]\nmethod = "dmc"\nmodel = "weights.bin"\n')
    with pytest.raises(BadSpec, match=r":[13]: .*is not a weights file"):
        bots.spec("belote", file)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="there is no file"):
        bots.spec("ohhell", tmp_path / "none.toml")
    strange = tmp_path / "strange.toml"
    strange.write_bytes(b"# x\n# \xff\n")
    with pytest.raises(BadSpec, match=r"strange.toml:2: a spec must be UTF-8 text"):
        bots.spec("ohhell", strange)
    with pytest.raises(BadSpec, match="up to 1000 lines"):
        bots.spec("ohhell", write(tmp_path, "\n" * 2000))
    with pytest.raises(BadFile, match="larger than"):
        bots.spec("ohhell", write(tmp_path, "#" * 100_000))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadFile, match="Is a directory"):
        bots.spec("ohhell", tmp_path / "folder.toml")


def test_tables_without_a_file_have_no_line() -> None:
    with pytest.raises(BadSpec, match=r"^tables: smart has no key 'x'; it takes no keys$"):
        bots.spec("ohhell", {"play": {"method": "smart", "x": 1}})


def test_names_of_other_programs_mean_ours() -> None:
    def content(method: str, **keys: object) -> object:
        return bots.spec("ohhell", {"play": {"method": method, **keys}}).content

    assert content("naive_ismcts", time_ms=20) == content("ismcts", time_ms=20.0)
    assert content("smart_ismcts") == content("ismcts", policy="smart")

    def belote(method: str, **keys: object) -> object:
        tables = {"bid": {"strategy": "improved"}, "play": {"method": method, **keys}}
        return bots.spec("belote", tables).content

    for name in ("is_dd", "smart_is_dd"):
        assert belote(name, determinizations=20) == belote("pimc", worlds=20)
    assert belote("is_dd") == belote("is_dd", determinizations=20)
    assert belote("heuristic") == belote("rule")
    tables = {"play": {"method": "smart_ismcts"}, "belief": {"use_hard_constraints": True}}
    assert bots.spec("ohhell", tables).content == content("smart_ismcts")


def test_smart_ismcts_is_not_ismcts() -> None:
    """Where a game has no rule player for rollouts, its worlds are weighted."""
    tables = {"bid": {"strategy": "improved"}, "play": {"method": "smart_ismcts"}}
    smart = bots.spec("belote", tables)
    assert smart.content["belief"]["method"] == "net"
    plain = bots.spec("belote", tables | {"play": {"method": "ismcts"}})
    assert smart.hash != plain.hash
    chosen = bots.spec("belote", tables | {"belief": {"method": "bids"}})
    assert chosen.content["belief"]["method"] == "bids"


def test_the_keys_of_public_bot_files(tmp_path: Path) -> None:
    """Every key of theirs is understood, and only switches that mean something change a player."""
    shape = load_network("belote").description
    file = write(
        tmp_path,
        f"""[bid]
strategy = "nn"
hidden = {shape.trunk[0]}
layers = {len(shape.trunk)}
[play]
method = "dmc_then_dd"
residual = {str(shape.residual).lower()}
determinizations = 20
switch_at = 5
early_termination = true
use_elephant_memory = true
[belief]
use_hard_constraints = true
use_soft_inference = false
use_nn_beliefs = true
""",
    )
    found = bots.spec("belote", file)
    assert found.content["bid"]["method"] == "net"
    assert found.content["play"]["then"] == {
        "method": "pimc",
        "worlds": 20,
        "threads": 1,
        "agree": True,
        "equity": True,
    }
    assert found.content["belief"]["method"] == "net"


@pytest.mark.parametrize(
    ("keys", "belief"),
    [
        ({"use_soft_inference": True}, "all"),
        ({"use_nn_beliefs": True, "use_soft_inference": True}, "net"),
        ({"use_nn_beliefs": False, "use_elephant_memory": False}, None),
        ({"early_termination": False}, None),
    ],
)
def test_switches_of_inference(keys: dict[str, bool], belief: str | None) -> None:
    tables = {"bid": {"strategy": "maxi"}, "play": {"method": "is_dd", **keys}}
    assert bots.spec("belote", tables).content.get("belief", {}).get("method") == belief


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"method": "dmc", "hidden": 7}, "hidden of belote_net.safetensors is"),
        ({"method": "dmc", "residual": 1}, "residual of belote_net"),
        ({"method": "is_dd", "use_hard_constraints": False}, "worlds always fit"),
        ({"method": "is_dd", "early_termination": 3}, "must be true or false, not 3"),
        ({"method": "heuristic", "use_soft_inference": True}, "needs a player that searches"),
    ],
)
def test_what_foreign_keys_cannot_say(table: dict[str, object], says: str) -> None:
    with pytest.raises(BadSpec, match=says):
        bots.spec("belote", {"bid": {"strategy": "maxi"}, "play": table})


@pytest.mark.parametrize(
    ("bid", "play", "same"),
    [
        ({"strategy": "maxi"}, {"method": "is_dd", "switch_at": 5, "residual": True}, "is_dd"),
        ({"strategy": "maxi"}, {"method": "naive_ismcts", "determinizations": 20}, "naive_ismcts"),
        (
            {"strategy": "maxi"},
            {"method": "heuristic", "time_ms": 20, "model": "d.bin"},
            "heuristic",
        ),
        ({"strategy": "nn"}, {"method": "dmc", "time_ms": 20, "switch_at": 5}, "dmc"),
        ({"strategy": "maxi", "model": "b.bin", "hidden": 512}, {"method": "is_dd"}, "is_dd"),
    ],
)
def test_keys_of_other_methods_have_no_effect(
    bid: dict[str, object], play: dict[str, object], same: str
) -> None:
    plain = {"bid": {"strategy": bid["strategy"]}, "play": {"method": same}}
    assert bots.spec("belote", {"bid": bid, "play": play}).hash == bots.spec("belote", plain).hash


def test_a_refused_switch_names_its_line(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        '[bid]\nstrategy = "maxi"\n[play]\nmethod = "is_dd"\nuse_hard_constraints = false\n',
    )
    with pytest.raises(BadSpec, match=r":5: use_hard_constraints must be true"):
        bots.spec("belote", file)


@pytest.mark.parametrize(
    "strategy",
    ["heuristic", "improved", "improved_v2", "smart", "roro", "maxi", "petit_bide", "moelleux"],
)
def test_strategies_of_other_programs(strategy: str) -> None:
    tables = {"bid": {"strategy": strategy}, "play": {"method": "heuristic"}}
    assert bots.spec("belote", tables).content["bid"]["strategy"] == strategy


def test_every_refusal_is_a_kibitz_error() -> None:
    """Tables of the wrong shapes, laid together without sense."""
    values = [3, "x", True, [], {}, [1], {"method": "x"}, [{}], [{"weight": 1}], {"blend": 1}]
    for table in ("bid", "play", "belief", "about"):
        for value in values:
            for more in values:
                with pytest.raises(KibitzError):
                    bots.spec("ohhell", {"play": more, table: value})


def test_a_named_player_keeps_its_beliefs() -> None:
    known = bots.spec("ohhell", "champion")
    assert known.belief
    assert bots.spec("ohhell", {"play": {"player": "champion"}}).hash == known.hash
    switched = {"play": {"method": "smart", "switch_at": 2, "then": {"player": "champion"}}}
    assert bots.spec("ohhell", switched).content["play"]["then"]["belief"] == known.belief
