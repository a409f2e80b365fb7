"""Colonial combat (7), minor powers (5), marker adjustment (8), Ottoman expansion (11.4)."""
