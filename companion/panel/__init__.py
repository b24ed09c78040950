"""Lights, buzzer and buttons of a running table."""
