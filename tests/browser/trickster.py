"""A table of the stand-in page: a real game of Kibitz behind it, others by chance, you by clicks.

The page (extension/test/stand_in) shows what it is given and knows no rules; this side plays the
game, so a click that the rules forbid fails the test.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.core.cards import suit_of
from kibitz.games.ohhell.rules import BID, best_card

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "build" / "stand_in"
SITE = "https://www.trickstercards.com"
SIZES = {"SevenToOne": [7, 6, 5, 4, 3, 2, 1], "OneToSeven": [1, 2, 3, 4, 5, 6, 7]}
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

Event = tuple[str, dict[str, Any]]


def route(context: BrowserContext) -> None:
    """Let the stand-in answer for the site, at the site's own address."""

    def answer(asked: Any) -> None:
        name = asked.request.url.rpartition("/")[2].partition("?")[0]
        file = STAND_IN / name if name.startswith("stand_in.") else STAND_IN / "stand_in.html"
        asked.fulfill(path=file)

    context.route(f"{SITE}/**", answer)


def text(card: int) -> str:
    return RANKS[card % 13] + "CDHS"[suit_of(card)]


class Table:
    """One table in one page. `chairs` are the site's seat numbers, which may have gaps."""

    def __init__(
        self,
        page: Page,
        seed: int,
        chairs: tuple[int, ...] = (0, 1, 2, 3),
        me: int = 0,
        variation: str = "SevenToOne",
        hook: bool = True,
    ) -> None:
        self.page, self.chairs, self.me = page, chairs, me
        self.variation, self.hook = variation, hook
        self.rng = random.Random(seed)
        game = kibitz.game(
            "ohhell",
            players=len(chairs),
            schedule=SIZES[variation],
            hook=hook,
            trump_lead="free",
        )
        self.state = game.new(seed)
        self.at: dict[str, Any] = self.state.position()

    # The page ------------------------------------------------------------------------------------

    def open(self) -> None:
        self.page.goto(f"{SITE}/game/7", wait_until="load")
        self.page.wait_for_function("window.standIn")

    def begin(self) -> None:
        """A new game, from taking a seat to the first deal."""
        self.open()
        self.say([self.joined(), ("started", self.rules()), self.dealt()], dealing=True)

    def rejoin(self) -> None:
        """The same page after a refresh: the site shows the round as it stands."""
        self.page.reload(wait_until="load")
        self.page.wait_for_function("window.standIn")
        self.say([self.joined(), self.snapshot()])

    def say(self, events: list[Event], *, dealing: bool = False) -> None:
        self.page.evaluate(
            "([view, events]) => standIn.step(view, events)", [self.view(dealing), events]
        )

    def view(self, dealing: bool) -> dict[str, Any]:
        p, mine = self.at, self.state.player == self.me
        legal = self.state.legal() if mine else []
        players = [
            {
                "name": NAMES[seat],
                "note": f"{p['tricks'][seat]} of {'?' if bid is None else bid}",
                "turn": self.state.player == seat,
            }
            for seat, bid in enumerate(p["bids"])
        ]
        return {
            "players": players,
            "trick": p["trick"],
            "hand": p["hands"][self.me],
            "playable": [a for a in legal if a < BID],
            "bids": [a - BID for a in legal if a >= BID],
            "trump": p["turned"],
            "isDealing": dealing,
        }

    # Events --------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any]:
        options = {"players": len(self.chairs), "variation": self.variation, "hookRule": self.hook}
        players = [{"seat": c, "name": NAMES[i]} for i, c in enumerate(self.chairs)]
        return {"gameId": "g1", "options": options, "players": players}

    def joined(self) -> Event:
        return "joined", self.rules() | {"gameType": "OhHell", "seat": self.chairs[self.me]}

    def dealt(self) -> Event:
        p = self.at
        hand = "".join(map(text, p["hands"][self.me]))
        dealer = self.chairs[p["dealer"]]
        return "dealt", {"round": p["round"] + 1, "dealerSeat": dealer, "hand": hand}

    def scores(self) -> list[dict[str, int]]:
        return [
            {"seat": c, "score": t} for c, t in zip(self.chairs, self.at["totals"], strict=True)
        ]

    def snapshot(self) -> Event:
        p, n = self.at, len(self.chairs)
        order = [(p["dealer"] + 1 + i) % n for i in range(n)]
        bids = [(s, p["bids"][s]) for s in order if p["bids"][s] is not None]
        trick = [((p["leader"] + i) % n, card) for i, card in enumerate(p["trick"])]
        return "state", {
            "gameId": "g1",
            "round": p["round"] + 1,
            "dealerSeat": self.chairs[p["dealer"]],
            "hand": "".join(map(text, p["hands"][self.me])),
            "bids": [{"seat": self.chairs[s], "bid": b} for s, b in bids],
            "tricks": [{"seat": c, "tricks": p["tricks"][s]} for s, c in enumerate(self.chairs)],
            "trick": [{"seat": self.chairs[s], "card": text(c)} for s, c in trick],
            "turnSeat": self.chairs[self.state.player],
            "scores": self.scores(),
        }

    # Play ----------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        return self.state.player == self.me

    def act(self, action: int) -> None:
        """Make an action of the seat to act, and show everything that follows from it."""
        before, seat = self.at, self.state.player
        chair = self.chairs[seat]
        self.state.apply(action)
        self.at = self.state.position()
        if action >= BID:
            self.say([("bid", {"seat": chair, "bid": action - BID})])
            return
        events: list[Event] = [("played", {"seat": chair, "card": text(action)})]
        trick = [*before["trick"], action]
        if len(trick) == len(self.chairs):
            best = best_card(trick, suit_of(before["turned"]))
            winner = (before["leader"] + best) % len(self.chairs)
            events.append(("taken", {"seat": self.chairs[winner]}))
        over = self.at["round"] > before["round"]
        if over:
            events.append(("scored", {"scores": self.scores()}))
            events.append(("over", {}) if self.state.done else self.dealt())
        self.say(events, dealing=over and not self.state.done)

    def others(self) -> None:
        """Let the others act until it is your turn."""
        while not self.state.done and not self.mine:
            self.act(self.rng.choice(self.state.legal()))

    def click(self) -> int:
        """Wait for a click of yours, and make it count."""
        self.page.wait_for_function("standIn.clicks.length > 0")
        (said,) = self.page.evaluate("standIn.clicks.splice(0)")
        action = self.state.game.parse_action(said)
        assert action in self.state.legal(), f"{said} is not legal"
        self.act(action)
        return action
