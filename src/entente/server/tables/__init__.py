"""Tables: a game being played, with its seats, its pace, its votes and its letters."""
