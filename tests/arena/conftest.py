"""Register the toy games for every test."""

from tests.cli.toy_games import toys as toys
