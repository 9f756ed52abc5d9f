"""The command line: `kibitz`. One file a command."""
