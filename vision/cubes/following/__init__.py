"""A table followed from frame to frame: what is read when, and what is learnt anew."""
