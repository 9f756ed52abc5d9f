"""Every test here has its own folder for saved games, and ways to call the command."""

from tests.support.command import command, home, process

__all__ = ["command", "home", "process"]
