"""The arena for people: who is named, how a running match looks, and its tables."""
