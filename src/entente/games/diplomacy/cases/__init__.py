"""Cases in JSON, for programs: a position and orders in, what becomes of them out."""
