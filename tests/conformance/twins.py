"""Both engines side by side: the same game, compared after every action."""

import random
from typing import Any

import kibitz
from tests.support.found import choose, game_options, replay_line, round_options


def walk_twins(
    name: str, seed: int, whole: bool = False, options: dict[str, Any] | None = None
) -> None:
    rng = random.Random(seed)
    if options is None:
        options = (game_options if whole else round_options)(name, rng)
    book = kibitz.game(name, engine="python", **options).new(seed)
    twin = kibitz.game(name, engine="native", **options).new(seed)
    try:
        seen = 0
        while not book.done:
            seen = same(book, twin, seen)
            if rng.random() < 0.03:
                same_views(book, twin)
            action = choose(book, rng)
            book.apply(action)
            twin.apply(action)
        same(book, twin, seen)
        same_views(book, twin)
        assert twin.done
        assert book.returns() == twin.returns()
        assert book.outcome() == twin.outcome()
        assert str(book.record()) == str(twin.record())
        assert book.hash == twin.hash
    except Exception:
        print(f"\nreplay: {replay_line(book)}")
        raise


def same(book: kibitz.State, twin: kibitz.State, seen: int) -> int:
    assert book.player == twin.player
    assert book.phase == twin.phase
    assert book.done == twin.done
    assert book.legal() == twin.legal()
    assert book.position() == twin.position()
    assert book.next_random == twin.next_random
    assert book.scores() == twin.scores()
    events = book.events
    assert events[seen:] == twin.events[seen:]
    return len(events)


def same_views(book: kibitz.State, twin: kibitz.State) -> None:
    for seat in range(book.game.players):
        one, other = book.view(seat), twin.view(seat)
        assert one == other
        assert one.text() == other.text()
        assert one.encode().tolist() == other.encode().tolist()
