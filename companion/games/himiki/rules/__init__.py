"""The game of HI MI KI and nothing else: immutable values, pure functions, no I/O."""
