"""One picture read: which cubes stand where, how they are turned, and what would help to see it."""
