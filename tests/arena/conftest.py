"""The toy games are there for whoever asks."""

from tests.cli.toy_games import toys as toys
