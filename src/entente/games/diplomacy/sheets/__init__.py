"""Sheets of orders as a referee gets them by mail, and what he answers (III.4 to III.7)."""
