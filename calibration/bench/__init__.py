"""Measures of seeing, beside something known."""
