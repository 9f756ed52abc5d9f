"""Games between bots, and what they reveal about strength."""
