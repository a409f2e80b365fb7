"""Sheets of orders as a referee gets them by mail, and the referee's answers (III.4 to III.7)."""
