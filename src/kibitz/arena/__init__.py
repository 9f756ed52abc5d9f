"""Games between bots, and what they tell about strength."""
