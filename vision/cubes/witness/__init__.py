"""A second witness of what stands on a square: a small network that errs elsewhere than the matcher."""
