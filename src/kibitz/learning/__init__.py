"""Players that get better by playing: evolution of weights."""
