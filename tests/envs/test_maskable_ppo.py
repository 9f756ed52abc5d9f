"""sb3-contrib's MaskablePPO trains on the environments unchanged. Its libraries are heavy: soak."""

import gymnasium
import pytest

from kibitz import games
from kibitz.envs.gymnasium import env_id
from tests.support.found import GAMES

STEPS = 4096


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_maskable_ppo_trains(name: str) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = gymnasium.make(env_id(games.find(name)), seat="random", opponents="simple")
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=1, device="cpu")
    model.learn(STEPS)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=3, warn=False)
    observation, info = env.reset(seed=2)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
        observation, _, over, _, info = env.step(action)
    assert not info["illegal"]
    assert mean == mean, "a number"
