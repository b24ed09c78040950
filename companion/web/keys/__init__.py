"""What a table keeps so that phones know it again: the key of its cookies, its certificate."""
