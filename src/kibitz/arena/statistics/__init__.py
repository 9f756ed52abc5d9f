"""What results mean: intervals, Elo, ratings of a pool, SPRT, and styles of play."""
