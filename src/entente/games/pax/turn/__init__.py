"""The turn (2): set-up, sequence of play, events, war phase, victory points."""
