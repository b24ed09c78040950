"""How like a learnt cube a top is."""
