"""The rules on the board: orders, their adjudication, retreats, adjustments, and who plays what."""
