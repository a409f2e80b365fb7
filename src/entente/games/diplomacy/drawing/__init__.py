"""What is shown: the map, the drawn sheet of results, and the position in a terminal."""
