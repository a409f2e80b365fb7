"""Pairing systems, without I/O."""
