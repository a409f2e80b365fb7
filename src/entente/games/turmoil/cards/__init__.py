"""The events of the 110 strategy cards, by era. Each card's behaviour is next to its name."""
