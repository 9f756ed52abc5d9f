"""Players that improve by playing: imitation, PPO, expert iteration, evolution of weights."""
