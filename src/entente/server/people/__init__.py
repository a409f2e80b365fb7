"""People: accounts, credentials, preferences, and user data."""
