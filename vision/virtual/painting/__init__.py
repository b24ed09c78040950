"""How a drawn table comes to look as it does."""
