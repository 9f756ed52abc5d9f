"""Handlers that run in worker processes and answer the server's questions.

`kibitz.advice` knows nothing of tables, and `kibitz.table` nothing of advice; these handlers
connect the two. `thinking.py` lists them by name. Only worker processes import them.
"""
