"""Environments: the games as the tools of the field expect them, and many of them at once.

    vector        n games stepped together natively, in numpy arrays; needs nothing more
    gymnasium     one seat learns, the others are played: gymnasium.make("kibitz/OhHell-v0")
    pettingzoo    all seats, agent by agent
    open_spiel    pyspiel.load_game("kibitz_ohhell"), with explicit chance and resampling

The last three need the extra `envs`. Gymnasium knows environments only after they are registered,
so this package does that where Gymnasium is installed; `import kibitz` alone does not come here.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    import kibitz.envs.gymnasium  # noqa: F401  (for what it registers)
