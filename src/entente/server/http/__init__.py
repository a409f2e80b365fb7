"""HTTP: the application, its routes, and the middleware around them."""
