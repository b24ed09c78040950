"""Lights, sounds and buttons at the table; the same on a laptop without any."""
