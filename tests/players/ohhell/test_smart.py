"""Oh Hell by the rule `smart`: its bids and cards in words, and its published figures."""

import kibitz
from kibitz.core.cards import parse_card, parse_hand
from kibitz.core.rng import Stream
from kibitz.players.ohhell import smart

RNG = Stream(1)


def deal(hand: str, other: str, turned: str = "2H", **options: object) -> kibitz.State:
    size = len(parse_hand(hand))
    game = kibitz.game("ohhell", players=2, schedule=[size], **options)
    hands = [parse_hand(hand), parse_hand(other)]
    return game.new(deal={"hands": hands, "dealer": 1, "turned": parse_card(turned)})


def chosen(state: kibitz.State) -> str:
    return state.game.action_name(smart.choose(state.view(state.player), RNG))


def test_bids_what_the_hand_promises() -> None:
    assert chosen(deal("HAKQ", "D732")) == "bid 3"  # (1 + .85 + .55 + .25) * 1.1
    assert chosen(deal("C432", "D732")) == "bid 0"
    assert chosen(deal("SA D5 C2", "D732")) == "bid 1"


def test_the_last_bidder_heeds_the_rule() -> None:
    state = deal("C432", "SA D5 C7")
    state.apply(state.game.parse_action("bid 2"))
    assert chosen(state) == "bid 0"  # 1 is forbidden, and .94 * .. is nearer to 0 than 2


def test_leads_and_follows_to_its_need() -> None:
    for bid, card in (("bid 2", "AS"), ("bid 0", "2C")):
        state = deal("SA D5 C2", "D732")
        state.apply(state.game.parse_action(bid))
        state.apply(state.game.parse_action("bid 0"))
        assert chosen(state) == card
    for bid, card in (("bid 1", "QS"), ("bid 0", "9S")):
        state = deal("SJ D54", "SQ9 C3")
        state.apply(state.game.parse_action("bid 0"))
        state.apply(state.game.parse_action(bid))
        state.apply(state.game.parse_action("JS"))
        assert chosen(state) == card


def test_a_table_of_four_as_it_was_measured() -> None:
    """About 120 points a game, 48 % of bids met, bids for 66 % of the tricks."""
    points = met = bids = 0.0
    games = 20
    for seed in range(games):
        state = kibitz.game("ohhell").new(seed)
        while not state.done:
            view = state.view(state.player)
            action = smart.choose(view, RNG)
            bids += action - 52 if view.phase == "bid" else 0
            state.apply(action)
        points += sum(state.returns()) / 4
        rounds = [event.data for event in state.events if event.kind == "score"]
        met += sum(x >= 10 for scores in rounds for x in scores) / (4 * len(rounds))
    assert 110 < points / games < 130
    assert 0.44 < met / games < 0.52
    assert 0.6 < bids / games / sum(kibitz.game("ohhell").schedule) < 0.72
