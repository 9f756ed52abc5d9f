"""A second Codepiece, written from the rules alone and as unlike the engines as it can be.

Cards and actions are words, hands are lists of words, every question is answered by looking through
lists. It knows nothing of kibitz. Rules 2 to 9 of one deal; the numbers are those of the README.
"""

from __future__ import annotations

ORDER = "23456789TJQKA"


class Referee:
    def __init__(self, hands: list[list[str]], dealer: int) -> None:
        self.hands = [list(hand) for hand in hands]
        self.dealer = dealer
        self.said: list[tuple[int, str]] = []  # who said what, in order
        self.bidder = self.bid = -1
        self.trump = ""
        self.table: list[tuple[int, str]] = []  # the current trick: who played what
        self.won: list[int] = []  # who won each trick
        self.turn = (dealer + 1) % 4

    def over(self) -> bool:
        """Rule 8."""
        if self.table or not self.won:
            return False
        lost = [seat for seat in self.won if seat not in self.side()]
        return len(lost) >= 14 - self.bid or self.hands == [[], [], [], []]

    def side(self) -> list[int]:
        return [0, 2] if self.bidder in (0, 2) else [1, 3]

    def legal(self) -> list[str]:
        if self.over():
            return []
        if len(self.said) < 4:  # Rule 2
            bids = [int(word[4:]) for _, word in self.said if word != "pass"]
            return ["pass"] + [f"bid_{n}" for n in range(8, 14) if all(n > bid for bid in bids)]
        if not self.trump:  # Rule 4
            return ["trump_S", "trump_H", "trump_D", "trump_C"]
        hand = self.hands[self.turn]
        if not self.table:  # Rule 5
            return list(hand)
        led = self.table[0][1][1]
        following = [card for card in hand if card[1] == led]
        candidates = following if following else list(hand)
        winner, best = self.winning()
        if winner not in (self.turn, (self.turn + 2) % 4):  # Rule 6
            over = [card for card in candidates if self.takes(card, best)]
            if over:
                return over
        return candidates

    def winning(self) -> tuple[int, str]:
        """Rule 7: trumps before all else, then the led suit, by rank."""
        trumps = [play for play in self.table if play[1][1] == self.trump]
        led = [play for play in self.table if play[1][1] == self.table[0][1][1]]
        return sorted(trumps or led, key=lambda play: ORDER.index(play[1][0]))[-1]

    def takes(self, card: str, best: str) -> bool:
        """Whether a card would win the trick as it lies: put it there and look."""
        self.table.append((9, card))
        answer = self.winning() == (9, card)
        self.table.pop()
        return answer

    def do(self, word: str) -> None:
        assert word in self.legal()
        if len(self.said) < 4:
            self.said.append((self.turn, word))
            self.turn = (self.turn + 1) % 4
            if len(self.said) == 4:
                self.settle_bids()
        elif not self.trump:
            self.trump = word[-1]
        else:
            self.hands[self.turn].remove(word)
            self.table.append((self.turn, word))
            self.turn = (self.turn + 1) % 4
            if len(self.table) == 4:
                self.turn = self.winning()[0]
                self.won.append(self.turn)
                self.table = []

    def settle_bids(self) -> None:
        bids = [(int(word[4:]), seat) for seat, word in self.said if word != "pass"]
        self.bid, self.bidder = max(bids) if bids else (7, self.said[0][0])  # Rule 3
        self.turn = self.bidder

    def payoffs(self) -> list[int]:
        """Rule 9."""
        won = [seat for seat in self.won if seat in self.side()]
        points = self.bid if len(won) >= self.bid else -2 * self.bid
        return [points if seat in self.side() else -points for seat in range(4)]
