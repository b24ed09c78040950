"""Where the board is, and the light on it."""
