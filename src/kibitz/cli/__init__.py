"""The `kibitz` command line: one file per command."""
