"""The examples of the repository, as their readers use them."""
