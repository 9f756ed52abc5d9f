"""The rules in each game's README: one list, so that every rule shows with its number."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

import kibitz
from kibitz.games.description import rules_text


@pytest.mark.parametrize("name", kibitz.names())
def test_every_numbered_rule_is_an_item_of_a_list(name: str) -> None:
    text = rules_text(name)
    rules = re.findall(r"^\d+\. \*\*", text, re.MULTILINE)
    items = [token for token in MarkdownIt().parse(text) if token.type == "list_item_open"]
    numbered = [item for item in items if item.markup == "." and item.level == 1]
    assert len(rules) > 0
    assert len(numbered) == len(rules)
