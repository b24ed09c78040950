"""The state folder: what a running table keeps in it, whose it is, and how its starts went."""
