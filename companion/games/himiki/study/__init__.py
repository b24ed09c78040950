"""What games were worth: analysis, results, ratings."""
