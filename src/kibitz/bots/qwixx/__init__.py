"""Players of Qwixx."""
