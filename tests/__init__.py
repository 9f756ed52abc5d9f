"""The tests. Folders mirror src/kibitz; conformance, leaks and games run on every game found."""
