"""The game as it goes: what was seen, said and decided, and what follows by itself."""
