"""Catalogues of what is said, in six languages."""
