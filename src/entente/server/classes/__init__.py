"""Classes: a teacher opens one position for many students."""
