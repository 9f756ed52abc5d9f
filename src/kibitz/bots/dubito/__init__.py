"""Players of Dubito."""
