"""Puzzles: positions of games in which one answer is clearly the best."""

from entente.players.puzzles.puzzle import Puzzle, PuzzleVerdict
from entente.players.puzzles.puzzle_file import puzzles_of, read_puzzles, write_puzzles

__all__ = ["Puzzle", "PuzzleVerdict", "puzzles_of", "read_puzzles", "write_puzzles"]
