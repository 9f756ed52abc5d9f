"""Short forms of the games, for tests that play them to the end."""

SHORT: dict[str, dict[str, str | bool]] = {
    "belote": {},
    "codepiece": {},
    "ohhell": {"players": "3", "schedule": "3 1"},
    "qwixx": {},
    "dubito": {"players": "4", "max_turns": "60"},
}
