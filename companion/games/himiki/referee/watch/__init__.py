"""The watch over a table: what a look means at this moment, and what is done about it."""
