"""Positions, moves and records as text (FORMATS-RR F1)."""
