"""The Chinese rebellion (11.2) and the Ottoman war (11.3)."""
