"""Tournaments: pairing and scoring without I/O, and their storage, rounds and tables."""
