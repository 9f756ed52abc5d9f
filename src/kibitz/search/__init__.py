"""Search under hidden information: playouts, flat Monte Carlo (rollout), mcts, ismcts and pimc."""
