"""The `entente` command and its subcommands."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import entente
from entente.cli.common_args import Context
from entente.cli.parser import Parser, parse
from entente.cli.screen import Screen
from entente.cli.user_error import NotReplayed
from entente.cli.words import Words, chosen_language, language_of
from entente.kernel import UserError, flow
from entente.kernel.extras import SERVER, needs


class Command(Protocol):
    """The interface of a module that implements a command."""

    def configure(self, parser: Parser) -> None:
        """Declare the arguments."""

    def run(self, arguments: argparse.Namespace, context: Context) -> int:
        """Run the command and return the exit status."""


GROUPS = {
    "play": ("games", "play", "rules", "exercises"),
    "study": ("replay", "story", "analyse", "explore", "data"),
    "research": ("simulate", "arena", "bench", "train", "mcp", "diplomacy", "puzzles"),
    "server": ("serve", "work", "admin"),
}
EXTRAS = {"admin": SERVER, "mcp": "agents", "serve": SERVER, "train": "learning", "work": SERVER}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)


def load_command(name: str) -> Command:
    """Load the module of a command. Loading all of them would take longer than most commands."""
    return cast("Command", import_module(f"entente.cli.{name}"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: done, 1: done with problems found, 2: invalid arguments."""
    _open_missing_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(language_of(arguments, os.environ))
    _tolerate_narrow_encodings()
    try:
        status = _run(arguments, words)
        sys.stdout.flush()
    except UserError as error:
        sys.stdout.flush()
        print(f"entente: {error.text(words.language)}", file=sys.stderr)
        return 1 if isinstance(error, NotReplayed) else 2
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has closed the pipe; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _run(arguments: Sequence[str], words: Words) -> int:
    parser = _parser(words, [name for name in COMMANDS if name in arguments])
    parsed = parse(parser, arguments)
    if parsed.command is None:
        parser.print_help()
        return 0
    context = Context(words, Screen(), chosen_language(arguments))
    with needs(EXTRAS[parsed.command]) if parsed.command in EXTRAS else nullcontext():
        return load_command(parsed.command).run(parsed, context)


def _parser(words: Words, named: Collection[str] = COMMANDS) -> Parser:
    """Build the parser: all commands, with the arguments of the named ones."""
    more = words("help.more", command="entente")
    parser = Parser(words, "entente", words("help.entente"), more)
    parser.add_argument(
        "--version",
        action="version",
        version=words(
            "version.compiled" if _is_compiled() else "version.pure", version=entente.__version__
        ),
        help=words("help.version"),
    )
    groups = {
        words(f"help.group.{group}"): {name: words(f"help.{name}") for name in names}
        for group, names in GROUPS.items()
    }
    below = parser.add_command_groups("command", words("argument.command"), groups)
    for name, each in zip(COMMANDS, below, strict=True):
        if name in named:
            load_command(name).configure(each)
    return parser


def _is_compiled() -> bool:
    """Return whether the compiled wheel is running."""
    return not str(flow.__file__).endswith(".py")


def _open_missing_streams() -> None:
    """Replace standard streams that are closed, as a service manager may leave them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  open until exit


def _tolerate_narrow_encodings() -> None:
    """Print a question mark where the terminal's encoding lacks a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
