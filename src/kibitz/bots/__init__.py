"""Players. A bot gets a View, what its seat may know, and never a State."""
