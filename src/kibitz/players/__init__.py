"""The players that ship with Kibitz: one folder per game, with code and `specs/`."""
