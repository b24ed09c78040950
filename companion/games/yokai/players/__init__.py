"""Who plays Terres de Yokai without being a person."""
