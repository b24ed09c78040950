"""The two spare cubes in their tray."""
