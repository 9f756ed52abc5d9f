"""Presenting results: standings of a match, leaderboards, and the report."""
