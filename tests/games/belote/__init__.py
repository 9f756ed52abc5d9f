"""Tests of Belote."""
