"""The rules of Terres de Yokai: immutable values, pure functions."""
