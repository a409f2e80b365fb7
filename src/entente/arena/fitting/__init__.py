"""Weights of an engine, fitted to games; they are only proposed, not installed."""
