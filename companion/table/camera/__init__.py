"""The camera above a table: which one it is, and what it shows."""
