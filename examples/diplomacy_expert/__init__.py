"""A Diplomacy player that learns from the search of the level `hard`."""
