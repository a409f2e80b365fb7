"""HTTP: the application with its routes, and what is around every request."""
