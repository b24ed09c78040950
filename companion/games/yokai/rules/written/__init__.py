"""Positions, moves and records as text."""
