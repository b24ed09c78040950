"""From frames to sightings: what a camera above the table sees of a game."""

import os

# Reading works on many small matrices: threads cost more than they bring, and a Pi has better use for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
