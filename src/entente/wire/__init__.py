"""The wire format: websocket frames and the views of a table, without database or web framework."""
