"""`entente data`: a game's data, its reconstructed values, and an owner's overrides."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import msgspec

from entente.cli.common_args import (
    AnyGame,
    Context,
    add_data,
    data_folder,
    find_game,
    load_game,
)
from entente.cli.parser import Parser
from entente.cli.screen import indented, table
from entente.kernel.changes import changes, rows_of
from entente.kernel.data import DataError
from entente.kernel.info import spell


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    add_data(parser)
    parser.add_argument("--check", action="store_true", help=words("help.check"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    if arguments.check:
        return _check(arguments, context)
    game = find_game(arguments.game, arguments.data)
    if arguments.json:
        context.screen.json(
            {
                "game": game.info.id,
                "tables": rows_of(game),
                "reconstructed": game.presentation.reconstructed_values(),
                "changes": list(changes(game)),
            }
        )
    else:
        _show(game, arguments, context)
    return 0


# -- looking at the data


def _show(game: AnyGame, arguments: Namespace, context: Context) -> None:
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    screen.line(words("data.title", title=catalog.get("info.title")), "bold")
    folder = data_folder(arguments.data)
    if game.overrides() and folder:
        screen.line(words("data.with_overrides", folder=folder))
    grid = table(words("data.file"), words("data.table"), words("data.rows"))
    for file, tables in rows_of(game).items():
        for name, rows in tables.items():
            grid.add_row(file, name, str(rows))
    screen.show(indented(grid))
    screen.line()
    _show_marks(game, context)
    if game.presentation.data_caveats():
        screen.line()
        screen.line(words("data.doubts"), "bold")
        for message in game.presentation.data_caveats():
            screen.line("  " + catalog.say(message))
    if game.overrides():
        screen.line()
        _show_changes(game, context)
    screen.line()
    _show_how(game, context)


def _show_marks(game: AnyGame, context: Context) -> None:
    words, marks = context.words, game.presentation.reconstructed_values()
    context.screen.line(words("data.reconstructed", count=len(marks)), "bold")
    if not marks:
        return
    context.screen.prose(words("data.what_reconstructed"))
    grid = table(words("data.file"), words("data.table"), words("data.key"), words("data.value"))
    for mark in marks:
        grid.add_row(mark.file, mark.table, mark.key, spell(mark.value))
    context.screen.show(indented(grid))


def _show_changes(game: AnyGame, context: Context) -> None:
    changed, words = list(changes(game)), context.words
    context.screen.line(words("data.changes" if changed else "data.no_changes"), "bold")
    for change in changed:
        place = " ".join(filter(None, [change.row, change.key]))
        if change.new is None:
            text = words("data.removed")
        elif change.old is None:
            text = f"{words('data.new')} → {_figure(change.new)}"
        else:
            text = f"{_figure(change.old)} → {_figure(change.new)}"
        context.screen.line(f"  {change.file}: {place}: {text}")


def _show_how(game: AnyGame, context: Context) -> None:
    """Print how to correct a value, with a reconstructed one as an example."""
    words, screen, name = context.words, context.screen, game.info.id
    screen.prose(words("data.how", game=name), "dim")
    mark = next(
        (mark for mark in game.presentation.reconstructed_values() if mark.table.count(" ") == 1),
        None,
    )
    if mark is not None:
        table_name, row = mark.table.split()
        screen.line(words("data.for_example", game=name, file=mark.file), "dim")
        for line in (f"[[{table_name}]]", f'id = "{row}"', f"{mark.key} = {_figure(mark.value)}"):
            screen.line("    " + line, "dim")
    screen.prose(words("data.how_check", game=name), "dim")


def _figure(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- checking


def _check(arguments: Namespace, context: Context) -> int:
    """Load the data as a game would, and print the errors or the changes."""
    try:
        game = load_game(arguments.game, arguments.data)
    except DataError as error:
        if arguments.json:
            why = error.why(context.language)
            wrong = {"file": error.file, "key": error.key, "reason": why}
            context.screen.json({"ok": False, **wrong})
        else:
            text = error.text(context.language)
            context.screen.line(context.words("data.wrong", error=text), "red")
        return 1
    if arguments.json:
        catalog = game.catalog(context.language)
        doubtful = [catalog.say(message) for message in game.presentation.override_conflicts()]
        output = {"changes": list(changes(game)), "contradictions": doubtful}
        context.screen.json({"ok": True, **output})
        return 0
    _say_right(game, data_folder(arguments.data), context)
    return 0


def _say_right(game: AnyGame, folder: str | None, context: Context) -> None:
    words, screen = context.words, context.screen
    screen.line(words("data.ok"), "green")
    if folder is None:
        screen.line(words("data.no_folder"))
    elif not game.overrides():
        screen.line(words("data.nothing_for", folder=folder, game=game.info.id))
    else:
        _show_changes(game, context)
        _show_contradictions(game, context)


def _show_contradictions(game: AnyGame, context: Context) -> None:
    """Print corrections that contradict the rulebook; an edition may differ from its book."""
    conflicts, catalog = game.presentation.override_conflicts(), game.catalog(context.language)
    if conflicts:
        context.screen.line(context.words("data.contradictions"), "yellow")
    for message in conflicts:
        context.screen.line("  " + catalog.say(message))
