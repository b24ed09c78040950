"""The rules of RR (R1 to R10): immutable values, pure functions, no clock and no I/O."""
