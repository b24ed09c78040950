"""Why flat pieces are not learnt, in one line: which picture, which piece, what to do."""


class FlatError(ValueError):
    """Something is not seen, or looks like something else."""
