"""Cubes on the board: read, doubted, learnt anew."""
