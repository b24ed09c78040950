"""The door of the table: who gets in, how many of them, and whose turn it is."""
