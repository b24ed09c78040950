"""Setting up and clearing away."""
