"""`entente data`: a game's data, its reconstructed figures, what an owner changed."""

from __future__ import annotations

import tomllib
from argparse import Namespace
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec

from entente.cli.parser import Parser
from entente.cli.screen import indented, table
from entente.cli.setting import (
    AnyGame,
    Context,
    add_data,
    data_folder,
    find_game,
    load_game,
)
from entente.kernel.data import DataError, Tables
from entente.kernel.info import spell


class Change(msgspec.Struct, frozen=True):
    """One figure that an owner put in place of another; without a key, a whole row.

    `old` is None for what is new, and `new` for what is removed.
    """

    file: str
    row: str
    key: str
    old: Any
    new: Any


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("placeholder.game"), help=words("help.game"))
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
                "tables": _tables(game),
                "reconstructed": game.marks(),
                "changes": list(changes(game)),
            }
        )
    else:
        _show(game, arguments, context)
    return 0


# -- looking at the data


def _own_files(game: AnyGame) -> dict[str, Tables]:
    """The game's own data, by file."""
    folder = files(game.info.package).joinpath("data")
    own = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in own}


def _tables(game: AnyGame) -> dict[str, dict[str, int]]:
    """How many rows each table of each file has."""
    return {
        file: {name: len(t) if isinstance(t, (list, dict)) else 1 for name, t in tables.items()}
        for file, tables in _own_files(game).items()
    }


def _show(game: AnyGame, arguments: Namespace, context: Context) -> None:
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    screen.line(words("data.title", title=catalog.get("info.title")), "bold")
    folder = data_folder(arguments.data)
    if game.overrides() and folder:
        screen.line(words("data.with_overrides", folder=folder))
    grid = table(words("data.file"), words("data.table"), words("data.rows"))
    for file, tables in _tables(game).items():
        for name, rows in tables.items():
            grid.add_row(file, name, str(rows))
    screen.show(indented(grid))
    screen.line()
    _show_marks(game, context)
    if game.doubts():
        screen.line()
        screen.line(words("data.doubts"), "bold")
        for message in game.doubts():
            screen.line("  " + catalog.say(message))
    if game.overrides():
        screen.line()
        _show_changes(game, context)
    screen.line()
    _show_how(game, context)


def _show_marks(game: AnyGame, context: Context) -> None:
    words, marks = context.words, game.marks()
    context.screen.line(words("data.reconstructed", count=len(marks)), "bold")
    if not marks:
        return
    context.screen.prose(words("data.what_reconstructed"))
    grid = table(words("data.file"), words("data.table"), words("data.key"), words("data.value"))
    for mark in marks:
        grid.add_row(mark.file, mark.table, mark.key, spell(mark.value))
    context.screen.show(indented(grid))


def _show_changes(game: AnyGame, context: Context) -> None:
    found, words = list(changes(game)), context.words
    context.screen.line(words("data.changes" if found else "data.no_changes"), "bold")
    for change in found:
        place = " ".join(filter(None, [change.row, change.key]))
        if change.new is None:
            said = words("data.removed")
        elif change.old is None:
            said = f"{words('data.new')} → {_figure(change.new)}"
        else:
            said = f"{_figure(change.old)} → {_figure(change.new)}"
        context.screen.line(f"  {change.file}: {place}: {said}")


def _show_how(game: AnyGame, context: Context) -> None:
    """How to correct a figure, with one of the reconstructed ones for an example."""
    words, screen, name = context.words, context.screen, game.info.id
    screen.prose(words("data.how", game=name), "dim")
    mark = next((mark for mark in game.marks() if mark.table.count(" ") == 1), None)
    if mark is not None:
        table_name, row = mark.table.split()
        screen.line(words("data.for_example", game=name, file=mark.file), "dim")
        for line in (f"[[{table_name}]]", f'id = "{row}"', f"{mark.key} = {_figure(mark.value)}"):
            screen.line("    " + line, "dim")
    screen.prose(words("data.how_check", game=name), "dim")


def _figure(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- what an owner changed


def changes(game: AnyGame) -> Iterator[Change]:
    """The figures that the overrides of a game put in place of its own."""
    own = _own_files(game)
    for file, patch in game.overrides().items():
        assert isinstance(patch, dict)
        for name, new in patch.items():
            yield from _table_changes(file, name, own[file].get(name), new)


def _table_changes(file: str, name: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(new, dict) and isinstance(old, dict):
        yield from _row_changes(file, name, old, new)
    elif isinstance(new, list) and new and all(isinstance(row, dict) for row in new):
        for row in new:
            before: Tables = next((each for each in old or [] if _same_row(each, row)), {})
            yield from _row_changes(file, f"{name} {_row_name(row)}", before, row)
    elif new != old:
        yield Change(file, "", name, old, new)


def _row_changes(file: str, place: str, old: Tables, new: Tables) -> Iterator[Change]:
    if new.get("remove") is True:
        yield Change(file, place, "", old, None)
    elif not old:
        yield Change(file, place, "", None, new)
    else:
        for key, value in new.items():
            if old.get(key) != value and not _joins(key, old, new):
                yield Change(file, place, key, old.get(key), value)


def _joins(key: str, old: Tables, new: Tables) -> bool:
    """A pair written the other way round is no change."""
    return key in ("a", "b") and {old.get("a"), old.get("b")} == {new.get("a"), new.get("b")}


def _same_row(one: Tables, other: Tables) -> bool:
    """Whether two rows are about the same thing: the same `id`, or the same pair `a` and `b`."""
    if "id" in one:
        return bool(one["id"] == other.get("id"))
    return "a" in one and {one["a"], one.get("b")} == {other.get("a"), other.get("b")}


def _row_name(row: Tables) -> str:
    return str(row["id"]) if "id" in row else f"{row.get('a', '?')} – {row.get('b', '?')}"


# -- checking


def _check(arguments: Namespace, context: Context) -> int:
    """Load the data as a game would and say what is wrong with them, or what they change."""
    try:
        game = load_game(arguments.game, arguments.data)
    except DataError as error:
        if arguments.json:
            why = error.why(context.language)
            wrong = {"file": error.file, "key": error.key, "reason": why}
            context.screen.json({"ok": False, **wrong})
        else:
            said = error.said(context.language)
            context.screen.line(context.words("data.wrong", error=said), "red")
        return 1
    if arguments.json:
        context.screen.json({"ok": True, "changes": list(changes(game))})
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
