"""Charts drawn by hand."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

from kibitz.arena.board.report import svg


def test_curves_and_dots_are_svg_that_stays_inside() -> None:
    points = [(10.0, 5.0, -900.0, 30.0), (1000.0, 40.0, 35.0, 1e9)]
    curves = [svg.Line(f"<bot {k}>", points, k) for k in range(4)]
    dots = [svg.Dot("a&b", 0.01, 3, -1e9, 9, 0), svg.Dot("c", 0.01, 3.1, 2, 5, 1)]
    for text in (svg.lines(curves, "x", "y"), svg.dots(dots, "x", "y")):
        root = ET.fromstring(text)
        assert root.tag == "svg"
        for shape in re.findall(r'points="([^"]*)"', text):
            for pair in shape.split():
                x, y = map(float, pair.split(","))
                assert 0 <= x <= svg.WIDTH
                assert 0 <= y <= svg.HEIGHT


def test_names_do_not_cover_each_other() -> None:
    points = [(1.0, 5.0, 5.0, 5.0), (10.0, 5.0, 5.0, 5.0)]
    text = svg.lines([svg.Line(f"bot{k}", points, k) for k in range(5)], "x", "y")
    places = sorted(float(y) for y in re.findall(r'class="name c\d" x="\d+" y="([\d.]+)"', text))
    assert all(b - a >= svg.LABEL_HEIGHT - 0.2 for a, b in pairwise(places))
    assert places[-1] <= svg.HEIGHT


def test_ticks_are_round() -> None:
    axis = svg.Axis(-3.0, 97.0, 0, 100, log=False)
    assert axis.ticks() == [0, 20, 40, 60, 80, 100]
    assert svg.Axis(0.002, 300, 0, 100, log=True).ticks() == [0.01, 0.1, 1, 10, 100]
    assert svg.Axis(5, 5, 0, 100, log=False).ticks()
