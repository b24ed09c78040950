"""How one board, one set of cubes and one camera place are learnt."""

# Before anything loads numpy: how many threads it may start is said there.
import vision as vision
