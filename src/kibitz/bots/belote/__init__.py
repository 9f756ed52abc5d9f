"""Players of Belote."""
