"""Sightings over time become moves, violations and questions."""
