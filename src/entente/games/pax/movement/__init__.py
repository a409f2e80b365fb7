"""The movement and status phase (6)."""
