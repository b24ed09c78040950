"""Tournaments: who meets whom, what came of it, who stands where. Values and pure functions."""
