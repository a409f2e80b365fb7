"""Areas: casus belli, lines of communication, garrisons, losses, retreats, resentment."""
