"""Storage: the database, what is in it, and how changes get there for good."""
