"""The version of the API: routes, JSON fields and websocket frames."""

API_VERSION = 2  # raised when a client of the version before would no longer work
