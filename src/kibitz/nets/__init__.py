"""Networks that play: inference only, in numpy or natively, and the single place for weights."""
