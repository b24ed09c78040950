"""What there is to draw: looks, cubes and hands in a scene, and the camera above it."""
