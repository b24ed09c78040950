"""Commands about the game alone."""
