"""What is seen, beside what is thought to stand there."""
