"""Helpers of the commands: arguments, completion, help, output and progress."""
