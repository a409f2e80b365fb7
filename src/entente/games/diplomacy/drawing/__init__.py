"""Drawings as SVG: the empty map and the sheet of results."""
