"""The game as people see it: views, texts, drawings, statistics."""
