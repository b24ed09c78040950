"""Printed pieces lying on a plane: where, which, how turned. What they mean is a game's."""
