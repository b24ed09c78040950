"""When what is seen is not plain, and why."""
