"""How one board, one set of cubes and one camera place are learnt."""
