"""The sandbox of an external bot: a process that may compute and nothing else."""
