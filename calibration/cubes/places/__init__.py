"""Where the board and its cubes may be in pictures of which nothing is known."""
