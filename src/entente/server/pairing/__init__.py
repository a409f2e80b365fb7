"""Quick pairing: queues, and the people who are seated together."""
