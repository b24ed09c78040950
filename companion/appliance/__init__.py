"""The companion as a thing that just works after power-on: installing, updating, looking after itself."""
