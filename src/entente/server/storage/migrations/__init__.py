"""Database migrations, step by step."""
