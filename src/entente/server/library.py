"""Reference pages about the games, built once and cached until the server stops."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import lru_cache
from gzip import compress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec

from entente.kernel import (
    LANGUAGES,
    Catalog,
    Game,
    Option,
    OptionValue,
    Presentation,
    Seat,
    UserError,
    registry,
)
from entente.kernel.board_svg import BoardPlan, stylesheet
from entente.kernel.changes import Change, changes, rows_of
from entente.kernel.data import read_folder
from entente.kernel.info import CardFact, OptionKind, Recommended, ReconstructedValue, spell
from entente.kernel.measured import Measured, measured
from entente.kernel.message import Message
from entente.kernel.summary import card_text, section_text, sections
from entente.kernel.text import LanguageCode, catalog_of
from entente.players import USUAL, at_tables, described, note_at, offered_at_tables
from entente.players.engines import LEVELS
from entente.server.logs import log
from entente.server.problem import Problem
from entente.version import __version__

AnyGame = Game[Any, Any]
JSON, CSS = "application/json", "text/css; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"

# The short texts that a client shows itself; whole sentences come from the server.
SHOWN = ("action.", "gram.", "info.", "kernel.", "option.", "sheet.", "table.", "view.")

_press = Lock()


class Page(NamedTuple):
    """A page of the library, also compressed; `etag` changes with its content."""

    body: bytes
    packed: bytes
    kind: str
    etag: str


def find(name: str) -> AnyGame:
    """Return a game by its id, as this server plays it. Raise Problem if there is none."""
    if name not in registry.available():
        raise Problem(404, "game.unknown", name=name[:40])
    return _owned(name, os.environ.get("ENTENTE_DATA", ""))


@lru_cache(maxsize=32)
def _owned(name: str, folder: str) -> AnyGame:
    """Return a game with the operator's replacements of its data; read once."""
    game = registry.load(name)
    if not folder:
        return game
    return registry.load(name, read_folder(Path(folder), name, game.info.package))


def open_library() -> None:
    """Load every game, so that unusable data are reported at startup.

    A broken third-party package is reported too, and does not stop the other games.
    """
    for mistake in registry.broken().values():
        log.error(str(mistake))
    for name in registry.available():
        find(name)


def page(subject: str, language: str, name: str = "") -> Page:
    """Return a page about a subject of a game, in a language."""
    return page_of(subject, language, find(name) if name else None)


def page_of(subject: str, language: str, game: AnyGame | None) -> Page:
    """Return a page about a game with its data.

    Pages are built one at a time: msgspec crashes when two threads decode the first data of a type.
    """
    with _press:
        return _made(subject, language, game)


@lru_cache(maxsize=200)
def _made(subject: str, language: str, game: AnyGame | None) -> Page:
    if subject == "style":
        assert game is not None
        return _printed(stylesheet(game.info.package).encode(), CSS)
    if subject == "script":
        assert game is not None
        script = _board_script(game)
        if not script.is_file():
            raise Problem(404, "path")
        return _printed(script.read_bytes(), SCRIPT)
    made = GENERAL[subject](language) if game is None else OF_A_GAME[subject](game, language)
    return _printed(msgspec.json.encode(made), JSON)


def _printed(body: bytes, kind: str) -> Page:
    digest = hashlib.sha256(__version__.encode() + body).hexdigest()[:24]
    return Page(body, compress(body, 6, mtime=0), kind, f'"{digest}"')


# -- about all games


Display = Literal["script", "plan", "picture", "view"]


class OptionInfo(msgspec.Struct):
    """An option in words.

    `kind` distinguishes added rules, interpretations and house rules; `called` has the names of
    values.
    """

    id: str
    section: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    kind: OptionKind
    name: str
    help: str
    value_names: dict[str, str]
    advice: tuple[Recommended, ...]


class LevelStatistics(msgspec.Struct):
    """Statistics of games among computer players.

    Level, date, number of games, `options` in words, wins and average points by seat.
    """

    level: str
    date: str
    games: int
    options: list[str]
    names: dict[Seat, str]
    wins: dict[Seat, float]
    points: dict[Seat, float]


class GameInfo(msgspec.Struct):
    """A game as the lobby shows it.

    `settles` are the endings that the rules themselves provide for, so that tables do not vote on
    them; `phases` are the kinds of phases with their names, the only one of a game without kinds
    has none; in the `quiet_phases` the rules forbid chat; `display` is what a client without code
    for the game shows; `cards` counts its cards, `reconstructed` the figures that could not be
    verified.
    """

    id: str
    version: str
    title: str
    summary: str
    seats: dict[Seat, str]
    options: list[OptionInfo]
    settles: tuple[str, ...]
    phases: dict[str, str]
    quiet_phases: tuple[str, ...]
    display: Display
    cards: int
    reconstructed: int
    statistics: list[LevelStatistics]


class ComputerInfo(msgspec.Struct):
    """A computer player to choose.

    One with a character belongs to its `game`; the others play any game. A `level` is one of those
    that think, from easy to hard; the `usual` one is the default. `notes` add what a player of all
    games does at some of them, by game.
    """

    id: str
    name: str
    summary: str
    game: str | None = None
    level: bool = False
    default: bool = False
    notes: dict[str, str] = {}


def games(language: str) -> list[GameInfo]:
    """Return the games, with their seats and options in words."""
    return [about(find(name), language) for name in registry.available()]


def about(game: AnyGame, language: str) -> GameInfo:
    """Return a game as the lobby shows it."""
    catalog = game.catalog(language)
    return GameInfo(
        id=game.info.id,
        version=game.info.version,
        title=catalog.get("info.title"),
        summary=catalog.get("info.summary"),
        seats={seat: catalog.name("seat", seat) for seat in game.info.seats},
        options=[
            OptionInfo(
                id=option.id,
                section=option.section,
                default=option.default,
                values=option.values,
                kind=option.kind,
                name=catalog.get(f"option.{option.id}.name"),
                help=catalog.get(f"option.{option.id}.help"),
                value_names=option.called(catalog.texts),
                advice=option.advice,
            )
            for option in game.info.options
        ],
        settles=game.info.settles,
        phases={
            kind: catalog.texts.get(f"info.phase.{kind}", "") for kind in game.info.phase_kinds
        },
        quiet_phases=game.info.quiet_phases,
        display=display(game),
        cards=len(game.presentation.cards()),
        reconstructed=len(game.presentation.reconstructed_values()),
        statistics=[
            _measured(game, each, catalog, language) for each in measured(game.info.package)
        ],
    )


def _measured(
    game: AnyGame, measured: Measured, catalog: Catalog, language: str
) -> LevelStatistics:
    """Return the measured statistics, in words."""
    chosen = [(game.info.option(name), value) for name, value in measured.options.items()]
    return LevelStatistics(
        level=described(measured.level, language, game)[0],
        date=measured.date,
        games=measured.games,
        options=[
            f"{catalog.get(f'option.{o.id}.name')}: {_spelled(o, v, catalog)}" for o, v in chosen
        ],
        names={seat: catalog.name("seat", seat) for seat in measured.wins},
        wins=measured.wins,
        points=measured.points,
    )


def _spelled(option: Option, value: OptionValue, catalog: Catalog) -> str:
    """Return an option's value in words."""
    return option.called(catalog.texts).get(spell(value), spell(value))


@lru_cache(maxsize=64)
def display(game: AnyGame) -> Display:
    """Return what a client without code for a game shows.

    `script`: the board that the game's own module draws; `plan`: the drawn board; `picture`: the
    position in plain text; `view`: the fields of the view.
    """
    if _board_script(game).is_file():
        return "script"
    if game.presentation.plan(game.catalog(LANGUAGES[0])) is not None:
        return "plan"
    return "view" if type(game.presentation).render_text is Presentation.render_text else "picture"


def _board_script(game: AnyGame) -> Traversable:
    """Return where the module that draws a game's board would be."""
    return files(game.info.package).joinpath("web").joinpath("board.js")


def seats(game: AnyGame, values: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the seats under these options, and what each plays."""
    try:
        options = game.info.complete(values)
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.text(language)) from None
    catalog = game.catalog(language)
    title = game.presentation.seat_title
    return {seat: title(seat, options, catalog) for seat in game.seats(options)}


def players(language: str) -> list[ComputerInfo]:
    """Return the computer players, those for any game first."""
    offered = {game: offered_at_tables(game) for game in registry.available()}
    everywhere = [name for name in at_tables() if all(name in each for each in offered.values())]
    computers = [
        ComputerInfo(
            name,
            *described(name, language),
            None,
            name in LEVELS,
            name == USUAL,
            {game: note for game in offered if (note := note_at(name, language, find(game)))},
        )
        for name in everywhere
    ]
    for game, names in offered.items():
        special = [name for name in names if name not in everywhere]
        computers += [
            ComputerInfo(name, *described(name, language, find(game)), game) for name in special
        ]
    return computers


# -- about one game


class GameText(msgspec.Struct):
    """The names of things, by kind, and the short texts that a client shows itself."""

    language: LanguageCode
    names: dict[str, dict[str, str]]
    texts: dict[str, str]


class Board(BoardPlan, frozen=True, kw_only=True):
    """The empty board.

    `marks` are the reconstructed figures in words, by thing; `reconstructed` are the things that
    have one, by kind of figure; a pair has a space between.
    """

    game: str
    language: LanguageCode
    marks: dict[str, list[str]]
    reconstructed: dict[str, list[str]]


class Section(msgspec.Struct):
    """A section of our summary of the rules."""

    number: str
    depth: int
    title: str
    text: str


class Rules(msgspec.Struct):
    """Our summary of the rules."""

    title: str
    sections: list[Section]


class CardInfo(msgspec.Struct):
    """A card: its text and its figures."""

    id: str
    kind: str
    name: str
    year: str
    text: str
    note: str
    facts: dict[str, CardFact]


class Figure(ReconstructedValue, frozen=True, kw_only=True):
    """A reconstructed figure in words, and the name of its kind."""

    text: str
    kind_name: str


class FiguresHelp(msgspec.Struct):
    """What `reconstructed` means, and how an owner corrects a figure."""

    reconstructed: str
    how: str
    check: str


class GameData(msgspec.Struct):
    """A game's data.

    Rows per table, reconstructed figures, which are in doubt, and what this server has changed.
    """

    game: str
    title: str
    tables: dict[str, dict[str, int]]
    reconstructed: list[Figure]
    doubts: list[str]
    changes: list[Change]
    help: FiguresHelp


def words(game: AnyGame, language: str) -> GameText:
    """Return the names of things, and the short texts that a client shows itself."""
    catalog = game.catalog(language)
    names: dict[str, dict[str, str]] = {}
    for key, text in catalog.texts.items():
        if key.startswith("names."):
            _, kind, value = key.split(".", 2)
            names.setdefault(kind, {})[value] = text
    texts = {key: text for key, text in catalog.texts.items() if key.startswith(SHOWN)}
    return GameText(language, names, texts)


def board(game: AnyGame, language: str) -> Board:
    """Return the empty board."""
    plan = game.presentation.plan(game.catalog(language))
    if plan is None:
        raise Problem(404, "game.no_board", name=game.info.id)
    return Board(
        **msgspec.structs.asdict(plan),
        game=game.info.id,
        language=language,
        marks=marks(game, language),
        reconstructed=reconstructed(game),
    )


def marks(game: AnyGame, language: str) -> dict[str, list[str]]:
    """Return the reconstructed figures in words, by thing."""
    catalog = game.catalog(language)
    return {
        thing: [catalog.say(message) for message in messages]
        for thing, messages in game.presentation.reconstructed_notes().items()
    }


def reconstructed(game: AnyGame) -> dict[str, list[str]]:
    """Return the things with a reconstructed figure, by kind."""
    things: dict[str, list[str]] = {}
    for mark in game.presentation.reconstructed_values():
        if mark.kind:
            things.setdefault(mark.kind, []).append(" ".join(mark.things))
    return things


def rules(game: AnyGame, language: str) -> Rules:
    """Return our summary of the rules, by section."""
    catalog = game.catalog(language)
    listed = [
        Section(
            number=section,
            depth=section.count("."),
            title=catalog.get(f"rules.{section}.title"),
            text=section_text(section, catalog),
        )
        for section in sections(catalog)
    ]
    return Rules(catalog.get("info.title"), listed)


def cards(game: AnyGame, language: str) -> list[CardInfo]:
    """Return every card, in our words and with its figures."""
    catalog = game.catalog(language)
    return [
        CardInfo(card.id, card.kind, *card_text(card.id, catalog), card.facts)
        for card in game.presentation.cards()
    ]


def data(game: AnyGame, language: str) -> GameData:
    """Return the reconstructed figures, which are in doubt, and what this server has changed."""
    catalog = game.catalog(language)
    return GameData(
        game=game.info.id,
        title=catalog.get("info.title"),
        tables=rows_of(game),
        reconstructed=[_figure(mark, catalog) for mark in game.presentation.reconstructed_values()],
        doubts=[catalog.line(message) for message in game.presentation.data_caveats()],
        changes=list(changes(game)),
        help=explained(game, language),
    )


def _figure(mark: ReconstructedValue, catalog: Catalog) -> Figure:
    """Return a figure in words; as in the data if the game has no words for its kind."""
    text, sort = f"{mark.table}, {mark.key}: {spell(mark.value)}", mark.file
    if mark.kind:
        thing, other, *_ = (*mark.things, "", "")
        key = f"mark.figure.{mark.kind}"
        text = catalog.say(Message(key, {"thing": thing, "other": other, "value": mark.value}))
        sort = catalog.get(f"mark.kind.{mark.kind}")
    return Figure(**msgspec.structs.asdict(mark), text=text, kind_name=sort)


def explained(game: AnyGame, language: str) -> FiguresHelp:
    """Return what `reconstructed` means and how an owner corrects a figure."""
    catalog: Catalog = catalog_of("entente.server", language)
    name = game.info.id
    return FiguresHelp(
        reconstructed=catalog.get("library.reconstructed"),
        how=catalog.get("library.how").replace("{game}", name),
        check=catalog.get("library.check").replace("{game}", name),
    )


GENERAL = {"games": games, "players": players}
OF_A_GAME: Mapping[str, Any] = {
    "text": words,
    "board": board,
    "rules": rules,
    "cards": cards,
    "data": data,
}
