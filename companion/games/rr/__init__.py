"""RR, Regality vs. Religion: nine squares, and a tile's direction is its allegiance."""
