"""The version of the API: routes, JSON fields and websocket frames."""

API_VERSION = 2  # raised when routes, fields or frames change for clients
# Clients from this version on still work. During a rolling upgrade both versions are open, so it
# follows one release after API_VERSION.
OLDEST_API = 2
