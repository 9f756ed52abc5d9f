"""Lines of a TOML file, in every way that TOML can be written."""

import tomllib

import pytest

from kibitz.bots.spec.line_numbers import line_of, nearest_line, of_error

TEXT = '''# a comment
about = """
two lines, the second with
[play] in it
"""

[play]   # the table
method = "x"
weights = [
    1,   # one
    2,
]
then.method = "y"
'quoted key' = 1

[[play.blend]]
weight = 1
[[play.blend]]
inner = { weight = 2, deep = [ { z = 1 } ] }

[belief]
model = 'm'
'''


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("about",), 2),
        (("play",), 7),
        (("play", "method"), 8),
        (("play", "weights"), 9),
        (("play", "weights", 1), 9),
        (("play", "then"), 13),
        (("play", "then", "method"), 13),
        (("play", "quoted key"), 14),
        (("play", "blend"), 16),
        (("play", "blend", 0, "weight"), 17),
        (("play", "blend", 1), 18),
        (("play", "blend", 1, "inner", "weight"), 19),
        (("play", "blend", 1, "inner", "deep", 0, "z"), 19),
        (("belief", "model"), 22),
    ],
)
def test_the_line_of_a_key(keys: tuple[str | int, ...], line: int) -> None:
    assert line_of(TEXT, keys) == line


def test_what_is_not_there() -> None:
    assert line_of(TEXT, ("play", "nothing")) is None
    assert line_of(TEXT, ("about", "nothing")) is None
    assert line_of(TEXT, ("play", "blend", 2)) is None
    assert nearest_line(TEXT, ("play", "nothing")) == 7
    assert nearest_line(TEXT, ("play", "blend", 1, "nothing")) == 18
    assert nearest_line(TEXT, ("nothing",)) == 1


def test_windows_line_ends() -> None:
    assert line_of(TEXT.replace("\n", "\r\n"), ("play", "method")) == 8


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = = 2\n", 2), ("a = 1\na = 2\n", 2), ("a = 1\nb = [1,\n", 2), ("\n\n[x\n", 3)],
)
def test_errors_of_the_language(text: str, line: int) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    found, sentence = of_error(caught.value, text)
    assert found == line
    assert "line" not in sentence
