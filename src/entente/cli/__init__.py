"""The `entente` command: the games in a terminal."""
