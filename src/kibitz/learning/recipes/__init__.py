"""Recipes, named `<game>_<what>`: `kibitz train` offers what is in this folder."""
