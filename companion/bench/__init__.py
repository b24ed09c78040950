"""What is measured of the companion."""
