"""Every command of a bare installation: what it does, or which extra it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Tried(NamedTuple):
    """A command, what is typed into it, and what its output must have."""

    arguments: Sequence[str]
    expected: str
    typed: str = ""
    status: int = 0


WORKING = (
    Tried(["--help"], "run the web server and API"),
    Tried(["--version"], "entente 0."),
    Tried(["games"], "Diplomacy"),
    Tried(["play", "attrition", "--against", "random", "--seed", "1"], "Attrition", "help\nquit\n"),
    Tried(["rules", "turmoil"], "1"),
    Tried(["exercises", "diplomacy"], "1"),
    Tried(["data", "attrition"], "reconstructed"),
    Tried(["simulate", "attrition", "--games", "1", "--seed", "1"], "0 failures"),
    Tried(["arena", "run", "diplomacy", "--players", "random*7", "--games", "1"], "random"),
    Tried(["play", "pax", "--save", "game.jsonl", "--against", "random"], "game.jsonl", "quit\n"),
    Tried(["replay", "game.jsonl"], "Pax Britannica"),
    Tried(["story", "game.jsonl"], "Pax Britannica"),
    Tried(["bench", "positions"], "opening"),
    Tried(["explore", "diplomacy", "--side", "england"], "Spring 1901"),
    Tried(["puzzles", "check", "missing.gz", "--out", "x.gz"], "cannot be read", status=2),
    Tried(["diplomacy", "adjudicate", "--help"], "usage: entente diplomacy adjudicate"),
    Tried(["analyse", "nothing.jsonl"], "“nothing.jsonl” does not exist", status=2),
)

ASKING = (
    (["serve"], "server"),
    (["admin", "users"], "server"),
    (["work"], "server"),
    (["mcp", "attrition"], "agents"),
    (["train", "attrition"], "learning"),
    (["arena", "run", "attrition", "--players", "random,bot:true", "--games", "1"], "server"),
    (["arena", "run", "attrition", "--players", "random,easy", "--ray", "local"], "ray"),
)

Ran = tuple[int, str]
Run = Callable[[Sequence[str], str], Ran]


def try_all(run: Run, hint: Callable[[str], str]) -> None:
    """Run every command; `hint` is the text that names an extra."""
    for tried in WORKING:
        status, output = run(tried.arguments, tried.typed)
        assert status == tried.status, (tried.arguments, output)
        assert tried.expected in output, (tried.arguments, output)
        assert "Traceback" not in output
    for arguments, extra in ASKING:
        status, output = run(arguments, "")
        assert status == 2, (arguments, output)
        assert hint(extra) in output, (arguments, output)
        assert output.count("\n") == 1, (arguments, output)
