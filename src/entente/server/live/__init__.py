"""Live play: who looks on, computer players, clocks, and other processes of the server."""
