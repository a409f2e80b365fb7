"""Tables: a game in progress with its seats, clocks, votes and letters."""
