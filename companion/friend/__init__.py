"""A friend far away: this table and another one play one game, each with a board of its own."""
