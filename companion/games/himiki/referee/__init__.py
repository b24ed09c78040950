"""From what is seen over time to a refereed game: a machine without I/O."""
