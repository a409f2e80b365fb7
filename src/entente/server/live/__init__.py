"""Live play: viewers, computer players, clocks, and messages between processes."""
