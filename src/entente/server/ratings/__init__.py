"""Results of finished games, ratings and reliability."""
