"""Learning a set of cubes from pictures of it."""
