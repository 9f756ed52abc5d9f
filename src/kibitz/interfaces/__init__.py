"""The ways in: the command line and, later, the web."""
