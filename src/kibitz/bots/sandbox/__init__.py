"""A process that may compute and nothing else: what confines a stranger's bot."""
