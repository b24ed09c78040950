"""This table on an MQTT broker: what it says, what it is asked, and what waits until the broker is there."""
