"""Specs: players described in TOML files. `spec.py` documents the format, `read.py` reads it."""

from kibitz.bots.spec.spec import Part, Spec

__all__ = ["Part", "Spec"]
