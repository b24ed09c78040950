"""Finding a board in one picture, without being told where it is."""
