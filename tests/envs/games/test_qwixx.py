"""The white step of Qwixx: decisions are committed in turn and revealed together."""

from kibitz.envs import pettingzoo


def test_a_decision_is_hidden_until_all_have_decided() -> None:
    """Two games that differ in the first decision alone look the same to the others until then."""
    passed = pettingzoo.raw_env("qwixx", players=3)
    marked = pettingzoo.raw_env("qwixx", players=3)
    for env, action in ((passed, 0), (marked, 1)):
        env.reset(seed=1)
        assert env.agent_selection == "seat_0"
        env.step(action)
    for _ in range(2):  # seats 1 and 2 pass
        assert passed.agent_selection == marked.agent_selection
        for agent in ("seat_1", "seat_2"):
            one, other = passed.observe(agent), marked.observe(agent)
            assert one["observation"].tolist() == other["observation"].tolist()
            assert one["action_mask"].tolist() == other["action_mask"].tolist()
            assert passed._see(passed._seats[agent]) == marked._see(marked._seats[agent])
        for env in (passed, marked):
            env.step(0)
    views = passed._see(1), marked._see(1)
    assert views[0].history[-1].data == (0, 0, 0)
    assert views[1].history[-1].data == (1, 0, 0)
