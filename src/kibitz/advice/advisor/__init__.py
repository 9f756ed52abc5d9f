"""The advisor: a game at a real table, mirrored entry by entry, with advice for one seat."""
