"""Scoring systems, standings and tie-breaks, without I/O."""
