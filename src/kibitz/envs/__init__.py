"""Environments: the games behind the field's standard interfaces, and many of them at once.

    vector        n games stepped together natively, in numpy arrays; no extra needed
    gymnasium     one seat learns, the others are played: gymnasium.make("kibitz/OhHell-v0");
                  gymnasium.make_vec gives many games at once (gymnasium_vector)
    pettingzoo    all seats, agent by agent
    open_spiel    pyspiel.load_game("kibitz_ohhell"), with explicit chance and resampling

The last three need the extra `envs`. Gymnasium only knows registered environments, so this package
registers them if Gymnasium is installed; `import kibitz` alone does not import this package.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    import kibitz.envs.gymnasium  # noqa: F401  (for what it registers)
