"""A board on the broker of its club, over MQTT: docs/club.md. Loaded only if it is wanted."""
