"""What the referee says, as codes with values."""
