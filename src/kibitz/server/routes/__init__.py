"""The HTTP routes: pages, tables, analysis and the arena."""
