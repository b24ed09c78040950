"""Games that are kept, of any kind: handed on, brought, and what they were worth to people."""
