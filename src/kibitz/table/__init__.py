"""The table: people and bots around one game, kept, sealed and shown to each as far as it may see.

    table, effects = step(table, event, now)

Everything here but the store is pure: the same events at the same times give the same table. What
runs tables (the server, the terminal) hands events in and carries effects out.
"""
