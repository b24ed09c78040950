"""Making challenges: finding, grading and naming them."""
