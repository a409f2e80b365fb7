"""`entente games`: the games, their seats, options and reconstructed figures."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from entente.cli.common_args import AnyGame, Context, add_data, find_game
from entente.cli.parser import Parser
from entente.cli.screen import indented, table
from entente.cli.words import Words
from entente.kernel import Option, Recommended, registry
from entente.kernel.info import spell
from entente.kernel.measured import Measured, measured
from entente.kernel.text import Catalog


def configure(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=parser.words("help.json"))
    add_data(parser)


def run(arguments: Namespace, context: Context) -> int:
    games = [find_game(name, arguments.data) for name in registry.available()]
    if arguments.json:
        context.screen.json([_described(game, context.language) for game in games])
        _print_broken(context)
        return 0
    for number, game in enumerate(games):
        if number:
            context.screen.line()
        _show(game, context)
    for name in registry.broken():
        context.screen.line()
        context.screen.parts((name, "bold"), ("  " + context.words("games.broken"), "red"))
    _print_broken(context)
    return 0


def _print_broken(context: Context) -> None:
    """Print why some installed games cannot be loaded."""
    for mistake in registry.broken().values():
        print(f"entente: {mistake.text(context.language)}", file=sys.stderr)


def _described(game: AnyGame, language: str) -> dict[str, Any]:
    """Return everything about a game, for a program."""
    catalog, info = game.catalog(language), game.info
    seats = game.seats(info.complete())
    return {
        "id": info.id,
        "title": catalog.get("info.title"),
        "summary": catalog.get("info.summary"),
        "rules": info.version,
        "seats": [{"id": seat, "name": catalog.name("seat", seat)} for seat in seats],
        "options": [
            {
                "id": option.id,
                "name": catalog.get(f"option.{option.id}.name"),
                "help": catalog.get(f"option.{option.id}.help"),
                "section": option.section,
                "kind": option.kind,
                "default": option.default,
                "values": option.values,
                "on": option.switched_on,
                "advice": option.advice,
            }
            for option in info.options
        ],
        "measured": measured(info.package),
        "reconstructed": game.presentation.reconstructed_values(),
        "overrides": game.overrides(),
    }


def _show(game: AnyGame, context: Context) -> None:
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    name = game.info.id
    screen.parts((catalog.get("info.title"), "bold"), ("  " + name, "dim"))
    screen.prose(catalog.get("info.summary"), indent=2)
    screen.line()
    seats = [f"{catalog.name('seat', s)} ({s})" for s in game.seats(game.info.complete())]
    screen.parts("  ", (words("games.seats"), "bold"), "  " + ", ".join(seats))
    for kind in ("rule", "ruling", "house"):
        options = [option for option in game.info.options if option.kind == kind]
        if options:
            _show_options(options, words(f"games.{kind}s"), game, context)
    if game.info.options:
        screen.line()
        screen.prose(words("games.how_option", game=name), "dim", indent=2)
        several = [f"{o.id}={spell(o.on)}" for o in game.info.options if o.on is not None]
        if several:
            screen.prose(words("games.all_options", options=several), "dim", indent=2)
    for statistics in measured(game.info.package):
        _show_measured(statistics, game, context)
    marks = len(game.presentation.reconstructed_values())
    if marks:
        screen.line()
        screen.prose(words("games.reconstructed", count=marks, game=name), indent=2)
    if game.overrides():
        screen.prose(words("games.overridden", files=list(game.overrides())), indent=2)


def _show_measured(statistics: Measured, game: AnyGame, context: Context) -> None:
    """Print the results of measured games between computer players, by seat."""
    words, catalog = context.words, game.catalog(context.language)
    options = [f"{name}={spell(value)}" for name, value in statistics.options.items()]
    context.screen.line()
    title = words("games.measured", count=statistics.games, level=statistics.level, options=options)
    context.screen.line(f"{title} ({statistics.date})", "bold")
    grid = table(words("games.seat"), words("games.won"), words("games.points"))
    for seat, wins in statistics.wins.items():
        share = f"{100 * wins / statistics.games:.0f} %"
        grid.add_row(catalog.name("seat", seat), share, f"{statistics.points[seat]:.0f}")
    context.screen.show(indented(grid))


def _show_options(options: list[Option], title: str, game: AnyGame, context: Context) -> None:
    words, catalog = context.words, game.catalog(context.language)
    context.screen.line()
    context.screen.line(title, "bold")
    grid = table(
        words("games.option"), words("games.values"), words("games.section"), words("games.what")
    )
    grid.columns[0].no_wrap = grid.columns[2].no_wrap = True
    for option in options:
        grid.add_row(
            option.id,
            _values(option),
            f"[{option.section}]",
            _about(option, catalog, words),
        )
    context.screen.show(indented(grid))


def _about(option: Option, catalog: Catalog, words: Words) -> str:
    """Return what an option is, and what its values mean."""
    name, about = (catalog.get(f"option.{option.id}.{part}") for part in ("name", "help"))
    called = option.called(catalog.texts)
    meanings = "; ".join(
        f"{value}: {meaning}" for value, meaning in called.items() if value != meaning
    )
    advised = "".join(" " + _advised(advice, words) for advice in option.advice)
    return f"{name}. {about}" + (f" ({meanings})" if meanings else "") + advised


def _advised(advice: Recommended, words: Words) -> str:
    """Return the recommended value, and the options with which it is recommended."""
    conditions = [f"{name}={spell(value)}" for name, value in advice.when.items()]
    return words("games.advised", value=spell(advice.value), options=conditions)


def _values(option: Option) -> str:
    """Return the values of an option, such as `off | on`, the default first."""
    first = [option.default, *(value for value in option.values if value != option.default)]
    return " | ".join(spell(value) for value in first)
