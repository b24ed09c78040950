"""What finished games were worth to people: results and ratings, of any game with two sides."""
