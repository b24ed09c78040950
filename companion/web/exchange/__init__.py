"""What is asked and answered: bodies, answers, events as they come, and the document that describes them."""
