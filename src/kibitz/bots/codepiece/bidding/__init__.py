"""Bidding strategies of Codepiece."""
