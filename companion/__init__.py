"""The HI MI KI companion: a referee that sees the board."""
