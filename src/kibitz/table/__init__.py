"""The table: people and bots at one game, recorded, sealed, and projected to each viewer.

    table, effects = step(table, event, now)

Everything here except the store is pure: the same events at the same times give the same table.
Whatever runs tables (the server, the terminal) feeds events in and carries effects out.
"""
