"""War (12), with the Great War by the number of its powers (13.2, 13.3)."""
