"""Players of Oh Hell."""
