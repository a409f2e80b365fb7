"""The events of the 110 strategy cards, by era. A card's behaviour stands beside its name."""
