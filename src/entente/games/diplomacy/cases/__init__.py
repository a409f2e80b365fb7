"""Cases in JSON, for programs: a position and orders in, results out."""
