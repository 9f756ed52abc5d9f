"""Who sits at the table with the learner: the pool, the picks from it, and the seating."""
