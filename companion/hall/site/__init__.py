"""The hall's page, and what it asks for."""
