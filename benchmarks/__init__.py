"""What we claim about speed, runnable."""
