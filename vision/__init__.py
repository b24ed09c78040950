"""From frames to sightings: what a camera above the table sees of a game."""

import os

# Reading works on many small matrices: threads cost more than they bring, and a Pi has better use for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A picture of four hundred kilobytes may unpack to four hundred megabytes; none that is read here has more
# pixels than this.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
