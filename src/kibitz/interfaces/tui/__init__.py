"""The terminal table.

Drawings need rich only; what needs textual (app, screens) says so when missing.
"""
