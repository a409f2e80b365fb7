"""The rules on the board: orders, adjudication, retreats, adjustments, and assignment of powers."""
