"""Printed pieces learnt on the page, step by step, for every game that has some."""
