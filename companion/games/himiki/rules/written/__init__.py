"""Positions, moves, records and challenges as text."""
