"""Bots that run outside this process: external files, programs and web addresses."""
