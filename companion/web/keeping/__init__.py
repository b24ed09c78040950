"""What is kept of a table, on its pages: whether it is, and all of it as one file."""
