"""The public peers, timed. Runs in an environment of its own, as a child of speed.py.

Reads one JSON line `{"case": ..., "n": ...}` at a time, does n units of that case, and answers
`{"seconds": CPU time, "units": n}`. What a unit is stands with each case. A case of SOLVERS gets
the deal in the request: hands, trump and leader.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial

import colver
import pyspiel


def belote_state(playing: bool) -> colver.Env:
    env = colver.Env.deal(dealer=0, seed=11)
    if playing:
        env.set_contract(0, 80, 0, 0)  # spades, 80, by NS, not coinched
        env.set_phase_playing()
    return env


def belote_play() -> Callable[[int], None]:
    """A unit is one random playout of the cards, from a dealt hand under a fixed contract."""
    env = belote_state(playing=True)
    return lambda n: env.rollout(n)


def belote_auction() -> Callable[[int], None]:
    """A unit is one random auction and play, from a dealt hand."""
    env = belote_state(playing=False)
    return lambda n: env.rollout(n)


def first_decision(name: str) -> pyspiel.State:
    rng = random.Random(3)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def spiel_rollouts(name: str) -> Callable[[int], None]:
    """A unit is one native random rollout from the first decision.

    The first simulation of OpenSpiel's C++ tree search evaluates the root itself, which is n
    rollouts of its C++ evaluator and nothing else.
    """
    state = first_decision(name)

    def run(n: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 5)
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 1, 100, False, 7, False)
        bot.mcts_search(state)

    return run


OH_HELL = "oh_hell(players=4,num_tricks_fixed=8)"


def oh_hell_steps() -> Callable[[int], None]:
    """A unit is one decision of a player from Python: legal_actions and apply_action."""
    start = first_decision(OH_HELL)

    def run(n: int) -> None:
        done = 0
        while done < n:
            state = start.clone()
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
                done += 1

    return run


def oh_hell_tensors() -> Callable[[int], None]:
    """A unit is one decision with information tensor and mask, deals included."""
    game = pyspiel.load_game(OH_HELL)
    rng = random.Random(1)

    def run(n: int) -> None:
        done = 0
        while done < n:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if not state.is_chance_node():
                    state.information_state_tensor(state.current_player())
                    state.legal_actions_mask()
                    done += 1
                state.apply_action(actions[int(rng.random() * len(actions))])

    return run


def oh_hell_ismcts(simulations: int, play: bool) -> Callable[[int], None]:
    """A unit is one move of the C++ IS-MCTS, of so many simulations with one rollout each."""
    state = first_decision(OH_HELL)
    for _ in range(4 if play else 0):  # all bid one
        state.apply_action(state.legal_actions()[1])
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    unlimited = -1  # worlds

    def run(n: int) -> None:
        for seed in range(n):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            settings = (0.7, simulations, unlimited, most_visits, False, False)
            pyspiel.ISMCTSBot(seed, evaluator, *settings).step(state)

    return run


CASES: dict[str, Callable[[], Callable[[int], None]]] = {
    "belote_play": belote_play,
    "belote_auction": belote_auction,
    "ohhell_rollouts": lambda: spiel_rollouts(OH_HELL),
    "bridge_rollouts": lambda: spiel_rollouts("bridge(use_double_dummy_result=false)"),
    "ohhell_steps": oh_hell_steps,
    "ohhell_tensors": oh_hell_tensors,
}
for simulations in (100, 1000, 10_000):
    for where in ("bid", "play"):
        CASES[f"ohhell_ismcts_{where}_{simulations}"] = partial(
            oh_hell_ismcts, simulations, where == "play"
        )


def belote_cards(hands: list[list[int]], trump: int, leader: int) -> Callable[[int], None]:
    """A unit is the value of every card of a whole Belote deal."""
    env = colver.Env.deal_with_hands((leader + 3) % 4, hands)
    env.set_contract(trump, 80, 0, 0)
    env.set_phase_playing()
    return lambda _: env.solve_scores()


def bridge_board(hands: list[list[int]], trump: int, leader: int) -> Callable[[int], None]:
    """A unit is the value of a bridge board, one trump and leader, by DDS."""
    from endplay.dds.solve import SolveMode, solve_board
    from endplay.types import Deal, Denom, Player

    text = " ".join(
        ".".join(
            "".join("23456789TJQKA"[card % 13] for card in hand if card // 13 == suit)
            for suit in (3, 2, 1, 0)
        )
        for hand in hands
    )
    deal = Deal(f"N:{text}")
    deal.trump = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades)[trump]
    deal.first = (Player.north, Player.east, Player.south, Player.west)[leader]
    return lambda _: solve_board(deal, SolveMode.OptimalOne)


SOLVERS: dict[str, Callable[..., Callable[[int], None]]] = {
    "belote_cards": belote_cards,
    "bridge_board": bridge_board,
}


def main() -> None:
    ready: dict[str, Callable[[int], None]] = {}
    for line in sys.stdin:
        request = json.loads(line)
        name, n = request["case"], request["n"]
        if name in SOLVERS:
            given = {key: request[key] for key in ("hands", "trump", "leader")}
            ready[name] = SOLVERS[name](**given)
        elif name not in ready:
            ready[name] = CASES[name]()
        begin = time.process_time()
        ready[name](n)
        print(json.dumps({"seconds": time.process_time() - begin, "units": n}), flush=True)


if __name__ == "__main__":
    main()
