"""Kibitz in the terminal: the full-screen table, the line mode and the advisor.

Drawings need only rich; the app and its screens also need textual.
"""
