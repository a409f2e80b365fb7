"""The `entente` command: one subcommand for each thing a person may want."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import entente
from entente.cli.common_args import Context
from entente.cli.parser import Parser, parse
from entente.cli.screen import Screen
from entente.cli.user_error import NotReplayed
from entente.cli.words import Words, given_language, language_of
from entente.kernel import UserError
from entente.kernel.compiling import is_compiled


class Command(Protocol):
    """What a module of this package provides to be a command."""

    def configure(self, parser: Parser) -> None:
        """Say which arguments there are."""

    def run(self, arguments: argparse.Namespace, context: Context) -> int:
        """Do it; the exit status."""


COMMANDS = (
    "games",
    "play",
    "simulate",
    "arena",
    "train",
    "replay",
    "story",
    "analyse",
    "rules",
    "exercises",
    "data",
    "diplomacy",
    "serve",
    "mcp",
    "admin",
)


def load_command(name: str) -> Command:
    """The module of a command. It is loaded by whoever wants it: all of them together take longer
    than most of what is asked of one."""
    return cast("Command", import_module(f"entente.cli.{name}"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: done, 1: done and something was found wrong, 2: not understood."""
    _open_missing_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(language_of(arguments, os.environ))
    _tolerate_narrow_encodings()
    try:
        status = _run(arguments, words)
        sys.stdout.flush()
    except UserError as mistake:
        sys.stdout.flush()
        print(f"entente: {mistake.said(words.language)}", file=sys.stderr)
        return 1 if isinstance(mistake, NotReplayed) else 2
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; the interpreter must not complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _run(arguments: Sequence[str], words: Words) -> int:
    parser = _parser(words, [name for name in COMMANDS if name in arguments])
    given = parse(parser, arguments)
    if given.command is None:
        parser.print_help()
        return 0
    context = Context(words, Screen(), given_language(arguments))
    return load_command(given.command).run(given, context)


def _parser(words: Words, named: Collection[str] = COMMANDS) -> Parser:
    """Knows all commands, and the arguments of those that are named."""
    parser = Parser(words, "entente", words("help.entente"))
    parser.add_argument(
        "--version",
        action="version",
        version=words(
            "version.compiled" if is_compiled() else "version.pure", version=entente.__version__
        ),
        help=words("help.version"),
    )
    summaries = {name: words(f"help.{name}") for name in COMMANDS}
    below = parser.add_commands("command", words("argument.command"), summaries)
    for name, each in zip(COMMANDS, below, strict=True):
        if name in named:
            load_command(name).configure(each)
    return parser


def _open_missing_streams() -> None:
    """A service may start us without standard streams: nothing to read, nobody who listens."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  to the end


def _tolerate_narrow_encodings() -> None:
    """A terminal that knows no é shows a question mark instead of ending the game."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
