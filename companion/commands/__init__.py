"""Commands that run a table."""
