"""Money: administration (4), and what a power may spend."""
