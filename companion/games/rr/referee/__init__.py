"""Sightings over time become moves, reminders, violations and questions; no clock and no I/O."""
