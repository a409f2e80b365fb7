"""The negotiation phase (9.2), the treaty desk (9.4) and the default settlement (9.3)."""
