"""What a look means: a move, a violation, nothing yet."""
