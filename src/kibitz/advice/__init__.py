"""Advice: what a kibitzer says to one seat, from what that seat may know.

    hint       what a bot would do here, its whole distribution, and why
    review     each decision of a finished game, judged by what the seat could know
    explorer   any position, set up by hand, as text for a link
    annonces   Belote: what a hand is worth in each suit
    advisor    a game at a kitchen table, mirrored entry by entry

Pure functions of a View (what analyses a finished game or a position that was set up by hand has
its State): no table, no server, no clock but the budget that a caller gives.
"""
