"""Commands that are about HI MI KI alone."""
