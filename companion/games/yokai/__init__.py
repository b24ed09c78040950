"""Terres de Yokai."""
