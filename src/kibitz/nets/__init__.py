"""Networks that play: inference only, on numpy or natively, and the one door for their weights."""
