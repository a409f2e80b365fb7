"""Storage: the database, its models, and how changes are committed."""
