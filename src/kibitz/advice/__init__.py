"""Advice for one seat, based on what that seat may know.

    hint       what a bot would do here, its full distribution, and why
    review     each decision of a finished game, judged by what the seat could know
    explorer   any position, set up by hand, as text for a link
    annonces   Belote: what a hand is worth in each suit
    advisor    a game at a kitchen table, mirrored entry by entry

Pure functions of a View (or of a State, for a finished game or a position set up by hand): no
table, no server, and no clock except the caller's time budget.
"""
