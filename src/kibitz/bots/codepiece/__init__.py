"""Players of Codepiece."""
