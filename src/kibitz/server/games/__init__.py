"""The fields of a position that only one game has. The folder is the registry.

A module is named after its game and defines `VIEW`, the model of `position.view`. A game without a
module sends the generic view (server/messages/games.py).
"""
